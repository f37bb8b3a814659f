package io.github.leaderelection.internal.transport.wire;

/**
 * Converts join frames to text and back, as strictly as {@link WireCodec}. Safe for use
 * from any thread.
 */
public final class JoinCodec {

	private final FrameCodec<JoinFrame> frames = new FrameCodec<>(JoinFrame.class);

	/**
	 * Writes a frame as ASCII text.
	 * @throws IllegalArgumentException if the text would be longer than
	 * {@link WireCodec#MAX_FRAME_LENGTH}
	 */
	public String encode(JoinFrame frame) {
		return this.frames.encode(frame);
	}

	public JoinFrame decode(String text) throws WireException {
		return this.frames.decode(text);
	}

}
