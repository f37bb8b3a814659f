package io.github.leaderelection.internal.transport.seal;

import io.github.leaderelection.internal.transport.seal.FrameKey.Opened;

/**
 * Opens what the other side of a connection says: each text once, none left out. What it
 * refuses leaves it as it was. Used by one thread at a time.
 */
public final class FrameOpener {

	private final FrameKey key;

	private long number;

	FrameOpener(FrameKey key) {
		this.key = key;
	}

	/**
	 * Opens the next text.
	 * @param sealed whatever arrived
	 * @return what the other side sealed
	 * @throws SealException if the other side did not seal it, or it is not its turn
	 */
	public String open(String sealed) throws SealException {
		Opened opened = this.key.open(sealed);
		if (opened == null) {
			throw new SealException(SealException.Kind.FORGED, "the seal of frame " + (this.number + 1) + " is wrong");
		}
		if (opened.number() != this.number + 1) {
			throw new SealException(SealException.Kind.OUT_OF_TURN,
					"frame " + opened.number() + " arrived instead of " + (this.number + 1));
		}
		this.number = opened.number();
		return opened.text();
	}

	/**
	 * Which text was opened last.
	 * @return its number, 0 before the first
	 */
	public long number() {
		return this.number;
	}

}
