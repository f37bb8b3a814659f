package io.github.leaderelection.internal.transport.wire;

/**
 * What a node and a seed node tell each other of addresses, as text and back, as strict
 * as {@link WireCodec}. Safe for use from any thread.
 */
public final class JoinCodec {

	private final FrameCodec<JoinFrame> frames = new FrameCodec<>(JoinFrame.class);

	/**
	 * Writes a frame.
	 * @param frame the frame
	 * @return a text of at most {@link WireCodec#MAX_FRAME_LENGTH} ASCII characters
	 * @throws IllegalArgumentException if the text would be too long
	 */
	public String encode(JoinFrame frame) {
		return this.frames.encode(frame);
	}

	/**
	 * Reads a frame.
	 * @param text the text
	 * @return the frame
	 * @throws WireException if the text is none of these frames
	 */
	public JoinFrame decode(String text) throws WireException {
		return this.frames.decode(text);
	}

}
