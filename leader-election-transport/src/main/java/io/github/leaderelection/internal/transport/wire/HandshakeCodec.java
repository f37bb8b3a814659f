package io.github.leaderelection.internal.transport.wire;

/**
 * Handshake frames as text and back, as strict as {@link WireCodec}. Safe for use from
 * any thread.
 */
public final class HandshakeCodec {

	private final FrameCodec<HandshakeFrame> frames = new FrameCodec<>(HandshakeFrame.class);

	/**
	 * Writes a frame.
	 * @param frame the frame
	 * @return a text of at most {@link WireCodec#MAX_FRAME_LENGTH} ASCII characters
	 * @throws IllegalArgumentException if the text would be too long
	 */
	public String encode(HandshakeFrame frame) {
		return this.frames.encode(frame);
	}

	/**
	 * Reads a frame.
	 * @param text the text
	 * @return the frame
	 * @throws WireException if the text is not a handshake frame
	 */
	public HandshakeFrame decode(String text) throws WireException {
		return this.frames.decode(text);
	}

}
