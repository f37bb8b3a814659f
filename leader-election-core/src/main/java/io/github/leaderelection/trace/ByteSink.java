package io.github.leaderelection.trace;

import java.util.Arrays;

import org.jspecify.annotations.Nullable;

/**
 * Writes values into an array of bytes, as tightly as is quickly done. Texts that were
 * written before are named by number. What does not fit is dropped, and {@link #isFull()}
 * says so. Allocates nothing. Used by one thread.
 */
final class ByteSink implements Sink {

	/** A text follows that is given no number. */
	static final int UNNUMBERED = 0;

	/** A text follows that is given the next number. */
	static final int NUMBERED = 1;

	/** Stands for the text with number 0. */
	static final int FIRST_NUMBER = 2;

	/**
	 * Longer texts are given no number: what is kept of them must stay small. A node id
	 * is never longer.
	 */
	static final int LONGEST_NUMBERED = 255;

	private static final int MOST_NUMBERED = 256;

	private static final int SLOTS = 512;

	private final @Nullable String[] texts = new @Nullable String[SLOTS];

	private final int[] numbers = new int[SLOTS];

	private int numbered;

	private byte[] bytes = new byte[0];

	private int position;

	private boolean full;

	private @Nullable Object last;

	/** Begins anew. */
	void into(byte[] newBytes) {
		this.bytes = newBytes;
		this.position = 0;
		this.full = false;
		this.last = null;
		this.numbered = 0;
		Arrays.fill(this.texts, null);
	}

	int position() {
		return this.position;
	}

	/** Whether something was dropped. */
	boolean isFull() {
		return this.full;
	}

	/** The object written last may be forgotten: it is not to be kept alive. */
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
		if (value.length() > LONGEST_NUMBERED) {
			unsigned(UNNUMBERED);
			characters(value);
			return;
		}
		int hash = value.hashCode();
		int slot = (hash ^ (hash >>> 16)) & (SLOTS - 1);
		String there = this.texts[slot];
		while (there != null) {
			if (there.equals(value)) {
				unsigned(FIRST_NUMBER + this.numbers[slot]);
				return;
			}
			slot = (slot + 1) & (SLOTS - 1);
			there = this.texts[slot];
		}
		if (this.numbered == MOST_NUMBERED) {
			unsigned(UNNUMBERED);
		}
		else {
			this.texts[slot] = value;
			this.numbers[slot] = this.numbered++;
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
