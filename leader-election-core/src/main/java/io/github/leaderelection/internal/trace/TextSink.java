package io.github.leaderelection.internal.trace;

import io.github.leaderelection.internal.recordcodec.Sink;

/**
 * Writes values in readable form, {@code Name(component=value, ...)}. Texts are quoted
 * and escaped to ASCII.
 */
final class TextSink implements Sink {

	private final StringBuilder text;

	TextSink(StringBuilder text) {
		this.text = text;
	}

	@Override
	public void number(long value) {
		this.text.append(value);
	}

	@Override
	public void real(double value) {
		this.text.append(value);
	}

	@Override
	public void flag(boolean value) {
		this.text.append(value);
	}

	@Override
	public void text(String value) {
		this.text.append('"');
		for (int i = 0; i < value.length(); i++) {
			char c = value.charAt(i);
			if (c == '"' || c == '\\') {
				this.text.append('\\').append(c);
			}
			else if (c >= ' ' && c < 0x7F) {
				this.text.append(c);
			}
			else {
				this.text.append("\\u").append(Integer.toHexString(0x10000 | c), 1, 5);
			}
		}
		this.text.append('"');
	}

	@Override
	public void constant(Enum<?> value) {
		this.text.append(value.name());
	}

	@Override
	public void presence(boolean present) {
		if (!present) {
			this.text.append(TextSource.NULL);
		}
	}

	@Override
	public void kind(int index) {
		// The name of the record follows.
	}

	@Override
	public boolean isRepeated(Object value) {
		return false;
	}

	@Override
	public void openRecord(String name) {
		this.text.append(name).append('(');
	}

	@Override
	public void component(String name, int index) {
		element(index);
		this.text.append(name).append('=');
	}

	@Override
	public void closeRecord() {
		this.text.append(')');
	}

	@Override
	public void openList(int size) {
		this.text.append('[');
	}

	@Override
	public void element(int index) {
		if (index > 0) {
			this.text.append(", ");
		}
	}

	@Override
	public void closeList() {
		this.text.append(']');
	}

}
