package io.github.leaderelection.internal.trace;

import java.util.Arrays;

import io.github.leaderelection.internal.recordcodec.Sink;
import org.jspecify.annotations.Nullable;

/**
 * Writes values compactly into an array of bytes. Repeated texts are written as numbers.
 * Values that do not fit are dropped, and {@link #isFull()} reports it. Allocates only
 * the table of texts, which grows with their number. Used by one thread.
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

	/** A power of two; a group of few members writes some ten texts. */
	private static final int LEAST_SLOTS = 32;

	private @Nullable String[] texts = new @Nullable String[LEAST_SLOTS];

	private int[] numbers = new int[LEAST_SLOTS];

	private int numbered;

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
		this.numbered = 0;
		Arrays.fill(this.texts, null);
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
		if (value.length() > LONGEST_NUMBERED) {
			unsigned(UNNUMBERED);
			characters(value);
			return;
		}
		int slot = slot(value);
		if (this.texts[slot] != null) {
			unsigned(FIRST_NUMBER + this.numbers[slot]);
			return;
		}
		if (this.numbered == MOST_NUMBERED) {
			unsigned(UNNUMBERED);
		}
		else {
			this.texts[slot] = value;
			this.numbers[slot] = this.numbered++;
			unsigned(NUMBERED);
			if (2 * this.numbered > this.texts.length) {
				grow();
			}
		}
		characters(value);
	}

	/** The slot of a text, existing or new. */
	private int slot(String value) {
		int last = this.texts.length - 1;
		int hash = value.hashCode();
		int slot = (hash ^ (hash >>> 16)) & last;
		String there = this.texts[slot];
		while (there != null && !there.equals(value)) {
			slot = (slot + 1) & last;
			there = this.texts[slot];
		}
		return slot;
	}

	private void grow() {
		@Nullable String[] oldTexts = this.texts;
		int[] oldNumbers = this.numbers;
		this.texts = new @Nullable String[2 * oldTexts.length];
		this.numbers = new int[2 * oldNumbers.length];
		for (int i = 0; i < oldTexts.length; i++) {
			String text = oldTexts[i];
			if (text != null) {
				int slot = slot(text);
				this.texts[slot] = text;
				this.numbers[slot] = oldNumbers[i];
			}
		}
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
