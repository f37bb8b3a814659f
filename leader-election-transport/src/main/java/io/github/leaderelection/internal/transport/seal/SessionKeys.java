package io.github.leaderelection.internal.transport.seal;

import java.nio.charset.StandardCharsets;

/**
 * The keys of one connection. Each side has one for its frames, and one for its answers
 * if the connection carries answers. Computing them requires the secret. Safe for use
 * from any thread.
 */
public final class SessionKeys {

	private final byte[] session;

	SessionKeys(byte[] session) {
		this.session = session;
	}

	/** A new sealer for the frames of a side, beginning with the first. */
	public FrameSealer sealer(Side by) {
		return new FrameSealer(key("frames of the " + by));
	}

	/** A new opener for the frames of a side, beginning with the first. */
	public FrameOpener opener(Side by) {
		return new FrameOpener(key("frames of the " + by));
	}

	/** A new key for the answers of a side. */
	public FrameKey answers(Side by) {
		return key("answers of the " + by);
	}

	private FrameKey key(String purpose) {
		return new FrameKey(Hmac
			.of(Hmac.of(this.session).doFinal(("leader-election " + purpose).getBytes(StandardCharsets.UTF_8))));
	}

}
