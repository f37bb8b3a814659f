package io.github.leaderelection.internal.transport.seal;

import java.nio.charset.StandardCharsets;

/**
 * The keys of one connection: one for what each side says, and one for what each side
 * answers where the connection carries answers. Nobody can compute them who does not know
 * the secret. Safe for use from any thread.
 */
public final class SessionKeys {

	private final byte[] session;

	SessionKeys(byte[] session) {
		this.session = session;
	}

	/**
	 * Seals what a side says.
	 * @param by the side
	 * @return what begins with the first frame
	 */
	public FrameSealer sealer(Side by) {
		return new FrameSealer(key("frames of the " + by));
	}

	/**
	 * Opens what a side says.
	 * @param by the side
	 * @return what expects the first frame
	 */
	public FrameOpener opener(Side by) {
		return new FrameOpener(key("frames of the " + by));
	}

	/**
	 * Seals and opens what a side answers.
	 * @param by the side that answers
	 * @return its key
	 */
	public FrameKey answers(Side by) {
		return key("answers of the " + by);
	}

	private FrameKey key(String purpose) {
		return new FrameKey(Hmac
			.of(Hmac.of(this.session).doFinal(("leader-election " + purpose).getBytes(StandardCharsets.UTF_8))));
	}

}
