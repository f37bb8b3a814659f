package io.github.leaderelection.internal.transport.wire;

import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;

import io.github.leaderelection.internal.recordcodec.Sink;
import tools.jackson.core.JsonGenerator;

/**
 * Writes values as JSON. A record is an object with its components in their order. A
 * record of a sealed type is wrapped in an object with its name. Where texts may be long,
 * one that is, or has many escapes, is a list of pieces of its UTF-8 bytes in Base64.
 */
final class JsonSink implements Sink {

	/** The longest list. */
	static final int MAX_LIST = 256;

	/** The bytes of a piece, whose Base64 has the length of the longest string. */
	private static final int PIECE = PrivateJson.MAX_STRING / 4 * 3;

	private final JsonGenerator out;

	private final boolean isLongTexts;

	/** For each open record, whether it is wrapped in an object with its name. */
	private final Deque<Boolean> named = new ArrayDeque<>();

	private boolean isNamed;

	JsonSink(JsonGenerator out, boolean isLongTexts) {
		this.out = out;
		this.isLongTexts = isLongTexts;
	}

	@Override
	public void number(long value) {
		this.out.writeNumber(value);
	}

	@Override
	public void real(double value) {
		if (!Double.isFinite(value)) {
			throw new IllegalArgumentException("The number " + value + " has no wire form: send finite numbers");
		}
		this.out.writeNumber(value);
	}

	@Override
	public void flag(boolean value) {
		this.out.writeBoolean(value);
	}

	@Override
	public void text(String value) {
		if (!this.isLongTexts) {
			this.out.writeString(value);
			return;
		}
		byte[] bytes = value.getBytes(StandardCharsets.UTF_8);
		if (escapedLength(value) <= Math.min((bytes.length + 2) / 3 * 4, PrivateJson.MAX_STRING)) {
			this.out.writeString(value);
			return;
		}
		this.out.writeStartArray();
		for (int i = 0; i < bytes.length; i += PIECE) {
			this.out.writeBinary(bytes, i, Math.min(PIECE, bytes.length - i));
		}
		this.out.writeEndArray();
	}

	private static int escapedLength(String value) {
		return value.chars()
			.map((each) -> (each < ' ' || each > '~') ? 6 : (each == '"' || each == '\\') ? 2 : 1)
			.sum();
	}

	@Override
	public void constant(Enum<?> value) {
		this.out.writeString(value.name());
	}

	@Override
	public void presence(boolean present) {
		if (!present) {
			this.out.writeNull();
		}
	}

	@Override
	public void kind(int index) {
		this.isNamed = true;
	}

	@Override
	public boolean isRepeated(Object value) {
		return false;
	}

	@Override
	public void openRecord(String name) {
		if (this.isNamed) {
			this.out.writeStartObject();
			this.out.writeStringProperty("type", name);
			this.out.writeName("body");
		}
		this.named.push(this.isNamed);
		this.isNamed = false;
		this.out.writeStartObject();
	}

	@Override
	public void component(String name, int index) {
		this.out.writeName(name);
	}

	@Override
	public void added(String name, int index, boolean present) {
		if (present) {
			component(name, index);
		}
	}

	@Override
	public void closeRecord() {
		this.out.writeEndObject();
		if (this.named.pop()) {
			this.out.writeEndObject();
		}
	}

	@Override
	public void openList(int size) {
		if (size > MAX_LIST) {
			throw new IllegalArgumentException("A list of " + size + " has no wire form: send at most " + MAX_LIST);
		}
		this.out.writeStartArray();
	}

	@Override
	public void element(int index) {
		// The generator writes the commas.
	}

	@Override
	public void closeList() {
		this.out.writeEndArray();
	}

}
