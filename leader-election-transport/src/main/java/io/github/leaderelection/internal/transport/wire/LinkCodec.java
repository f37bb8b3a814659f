package io.github.leaderelection.internal.transport.wire;

import java.util.Set;

import org.jspecify.annotations.Nullable;

/**
 * Converts link frames to text and back, as strictly as {@link WireCodec}. Safe for use
 * from any thread.
 */
public final class LinkCodec {

	private static final String BEGIN = "{\"v\":" + WireCodec.VERSION + ",\"type\":\"";

	private static final Set<String> TYPES = Set.of("Speaking", "Ping", "Pong");

	private static final int LONGEST_TYPE = 8;

	private final FrameCodec<LinkFrame> frames = new FrameCodec<>(LinkFrame.class);

	/** Writes a frame as ASCII text. */
	public String encode(LinkFrame frame) {
		return this.frames.encode(frame);
	}

	/**
	 * Reads a link frame.
	 * @return the frame, or null if the text is something else, such as a message
	 * @throws WireException if the text begins like a link frame but is malformed
	 */
	public @Nullable LinkFrame decode(String text) throws WireException {
		return isFrame(text) ? this.frames.decode(text) : null;
	}

	/** Avoids parsing, for nearly every text is a message. */
	private static boolean isFrame(String text) {
		if (!text.startsWith(BEGIN)) {
			return false;
		}
		int end = text.indexOf('"', BEGIN.length());
		return end > 0 && end - BEGIN.length() <= LONGEST_TYPE && TYPES.contains(text.substring(BEGIN.length(), end));
	}

}
