package io.github.leaderelection.internal.trace;

import java.util.HashMap;
import java.util.Map;

import io.github.leaderelection.internal.recordcodec.Sink;
import org.jspecify.annotations.Nullable;

/**
 * Writes values compactly into an array of bytes. Repeated texts are written as numbers.
 * Values that do not fit are dropped, and {@link #isFull()} reports it. Used by one
 * thread.
 */
final class ByteSink implements Sink {

	/** A text without a number follows. */
	static final int UNNUMBERED = 0;

	/** A text follows and gets the next number. */
	static final int NUMBERED = 1;

	/** Refers to the text with number 0. */
	static final int FIRST_NUMBER = 2;

	/**
	 * Longer texts get no number, to keep the table small. A node id is never longer.
	 */
	static final int LONGEST_NUMBERED = 255;

	private static final int MOST_NUMBERED = 256;

	private final Map<String, Integer> numbers = new HashMap<>();

	private byte[] bytes = new byte[0];

	private int position;

	private boolean full;

	private @Nullable Object last;

	/** Starts a new segment. */
	void into(byte[] newBytes) {
		this.bytes = newBytes;
		this.position = 0;
		this.full = false;
		this.last = null;
		this.numbers.clear();
	}

	int position() {
		return this.position;
	}

	/** Whether a value was dropped. */
	boolean isFull() {
		return this.full;
	}

	/** Releases the last object for garbage collection. */
	void forgetLast() {
		this.last = null;
	}

	private void put(int value) {
		if (this.position < this.bytes.length) {
			this.bytes[this.position++] = (byte) value;
		}
		else {
			this.full = true;
		}
	}

	private void unsigned(long value) {
		long rest = value;
		while ((rest & ~0x7FL) != 0) {
			put((int) (rest & 0x7F) | 0x80);
			rest >>>= 7;
		}
		put((int) rest);
	}

	@Override
	public void number(long value) {
		unsigned((value << 1) ^ (value >> 63));
	}

	@Override
	public void real(double value) {
		long bits = Double.doubleToRawLongBits(value);
		for (int shift = 0; shift < Long.SIZE; shift += Byte.SIZE) {
			put((int) (bits >>> shift));
		}
	}

	@Override
	public void flag(boolean value) {
		put(value ? 1 : 0);
	}

	@Override
	public void text(String value) {
		Integer number = this.numbers.get(value);
		if (number != null) {
			unsigned(FIRST_NUMBER + number);
			return;
		}
		if (value.length() > LONGEST_NUMBERED || this.numbers.size() == MOST_NUMBERED) {
			unsigned(UNNUMBERED);
		}
		else {
			this.numbers.put(value, this.numbers.size());
			unsigned(NUMBERED);
		}
		characters(value);
	}

	private void characters(String value) {
		unsigned(value.length());
		for (int i = 0; i < value.length() && !this.full; i++) {
			unsigned(value.charAt(i));
		}
	}

	@Override
	public void constant(Enum<?> value) {
		unsigned(value.ordinal());
	}

	@Override
	public void presence(boolean present) {
		flag(present);
	}

	@Override
	public void kind(int index) {
		unsigned(index);
	}

	@Override
	public boolean isRepeated(Object value) {
		boolean repeated = value == this.last;
		this.last = value;
		flag(repeated);
		return repeated;
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
	public void openList(int size) {
		unsigned(size);
	}

	@Override
	public void element(int index) {
	}

	@Override
	public void closeList() {
	}

}
