package io.github.leaderelection.internal.trace;

import java.util.ArrayList;
import java.util.List;

import io.github.leaderelection.internal.recordcodec.Source;
import org.jspecify.annotations.Nullable;

/**
 * Reads the output of a {@link ByteSink}.
 */
final class ByteSource implements Source {

	private final byte[] bytes;

	private final int end;

	private int position;

	private final List<String> texts = new ArrayList<>();

	private @Nullable Object last;

	ByteSource(byte[] bytes, int end) {
		this.bytes = bytes;
		this.end = end;
	}

	boolean isAtEnd() {
		return this.position == this.end;
	}

	/** The next entry does not refer to the previous one. */
	void forgetLast() {
		this.last = null;
	}

	private int take() {
		if (this.position >= this.end) {
			throw unexpected("the data ends here");
		}
		return this.bytes[this.position++] & 0xFF;
	}

	private long unsigned() {
		long value = 0;
		for (int shift = 0; shift < Long.SIZE; shift += 7) {
			int next = take();
			value |= (long) (next & 0x7F) << shift;
			if (next < 0x80) {
				return value;
			}
		}
		throw unexpected("the number is too long");
	}

	@Override
	public long number() {
		long value = unsigned();
		return (value >>> 1) ^ -(value & 1);
	}

	@Override
	public double real() {
		long bits = 0;
		for (int shift = 0; shift < Long.SIZE; shift += Byte.SIZE) {
			bits |= (long) take() << shift;
		}
		return Double.longBitsToDouble(bits);
	}

	@Override
	public boolean flag() {
		return take() != 0;
	}

	@Override
	public String text() {
		long code = unsigned();
		if (code >= ByteSink.FIRST_NUMBER) {
			return this.texts.get((int) code - ByteSink.FIRST_NUMBER);
		}
		char[] characters = new char[(int) unsigned()];
		for (int i = 0; i < characters.length; i++) {
			characters[i] = (char) unsigned();
		}
		String text = new String(characters);
		if (code == ByteSink.NUMBERED) {
			this.texts.add(text);
		}
		return text;
	}

	@Override
	public int constant(List<String> names) {
		return kind(names);
	}

	@Override
	public boolean presence() {
		return flag();
	}

	@Override
	public int kind(List<String> names) {
		long index = unsigned();
		if (index < 0 || index >= names.size()) {
			throw unexpected("the index " + index + " is not one of " + names);
		}
		return (int) index;
	}

	@Override
	public @Nullable Object repeated() {
		return flag() ? this.last : null;
	}

	@Override
	public void remember(Object value) {
		this.last = value;
	}

	@Override
	public void openRecord(String name) {
	}

	@Override
	public void component(String name, int index) {
	}

	@Override
	public void closeRecord() {
	}

	@Override
	public int openList() {
		return (int) unsigned();
	}

	@Override
	public boolean element(int index, int size) {
		return index < size;
	}

	@Override
	public TraceException unexpected(String problem) {
		return new TraceException("byte " + this.position + " of a segment of the ring: " + problem
				+ ": report this as a bug, for the node wrote the ring itself");
	}

}
