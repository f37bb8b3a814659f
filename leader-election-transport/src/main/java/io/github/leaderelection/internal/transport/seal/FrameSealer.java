package io.github.leaderelection.internal.transport.seal;

/**
 * Numbers and seals the texts of one side of a connection. Used by one thread at a time.
 */
public final class FrameSealer {

	private final FrameKey key;

	private long number;

	FrameSealer(FrameKey key) {
		this.key = key;
	}

	/**
	 * Seals the next text. Text and result are ASCII.
	 */
	public String seal(String text) {
		return this.key.seal(++this.number, text);
	}

	/**
	 * The number of the last text; 0 before the first.
	 */
	public long number() {
		return this.number;
	}

}
