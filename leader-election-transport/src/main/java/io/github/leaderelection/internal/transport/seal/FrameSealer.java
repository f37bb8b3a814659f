package io.github.leaderelection.internal.transport.seal;

/**
 * Numbers and seals what one side of a connection says. Used by one thread at a time.
 */
public final class FrameSealer {

	private final FrameKey key;

	private long number;

	FrameSealer(FrameKey key) {
		this.key = key;
	}

	/**
	 * Seals the next text.
	 * @param text ASCII
	 * @return ASCII
	 */
	public String seal(String text) {
		return this.key.seal(++this.number, text);
	}

	/**
	 * Which text was sealed last.
	 * @return its number, 0 before the first
	 */
	public long number() {
		return this.number;
	}

}
