package io.github.leaderelection.internal.transport.wire;

import java.util.Set;

import org.jspecify.annotations.Nullable;

/**
 * What linked nodes say of their connections, as text and back, as strict as
 * {@link WireCodec}. Safe for use from any thread.
 */
public final class LinkCodec {

	private static final String BEGIN = "{\"v\":" + WireCodec.VERSION + ",\"type\":\"";

	private static final Set<String> TYPES = Set.of("Speaking", "Ping", "Pong");

	private static final int LONGEST_TYPE = 8;

	private final FrameCodec<LinkFrame> frames = new FrameCodec<>(LinkFrame.class);

	/**
	 * Writes a frame.
	 * @param frame the frame
	 * @return ASCII text
	 */
	public String encode(LinkFrame frame) {
		return this.frames.encode(frame);
	}

	/**
	 * Reads a frame, if the text is one.
	 * @param text the text
	 * @return the frame, or null if the text is something else: a message, say
	 * @throws WireException if it begins like a frame and is none
	 */
	public @Nullable LinkFrame decode(String text) throws WireException {
		return isFrame(text) ? this.frames.decode(text) : null;
	}

	/** Without reading it: nearly every text is a message. */
	private static boolean isFrame(String text) {
		if (!text.startsWith(BEGIN)) {
			return false;
		}
		int end = text.indexOf('"', BEGIN.length());
		return end > 0 && end - BEGIN.length() <= LONGEST_TYPE && TYPES.contains(text.substring(BEGIN.length(), end));
	}

}
