package io.github.leaderelection.internal.transport.seal;

import io.github.leaderelection.internal.transport.seal.FrameKey.Opened;

/**
 * Opens the texts of the other side: each one once and in order. A refused text does not
 * change its state. Used by one thread at a time.
 */
public final class FrameOpener {

	private final FrameKey key;

	private long number;

	FrameOpener(FrameKey key) {
		this.key = key;
	}

	/**
	 * Opens the next text.
	 * @throws SealException if the other side did not seal the text, or it is not the
	 * next one
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
	 * The number of the last text; 0 before the first.
	 */
	public long number() {
		return this.number;
	}

}
