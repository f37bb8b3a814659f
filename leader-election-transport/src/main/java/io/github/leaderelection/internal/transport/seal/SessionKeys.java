package io.github.leaderelection.internal.transport.seal;

import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * The keys of one connection. Each side has one for its frames, and one for its answers
 * if the connection carries answers. Computing them requires the secret. Safe for use
 * from any thread.
 */
public final class SessionKeys {

	private final List<byte[]> sessions;

	private final KeyChoice choice;

	/** The keys for each secret that the other side may use, the preferred one first. */
	SessionKeys(List<byte[]> sessions) {
		this.sessions = List.copyOf(sessions);
		this.choice = new KeyChoice(this.sessions.size());
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
		byte[] text = ("leader-election " + purpose).getBytes(StandardCharsets.UTF_8);
		return new FrameKey(this.sessions.stream().map((session) -> Hmac.of(Hmac.of(session).doFinal(text))).toList(),
				this.choice);
	}

}
