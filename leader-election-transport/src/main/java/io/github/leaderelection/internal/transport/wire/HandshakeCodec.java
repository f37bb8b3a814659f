package io.github.leaderelection.internal.transport.wire;

/**
 * Converts handshake frames to text and back, as strictly as {@link WireCodec}. Safe for
 * use from any thread.
 */
public final class HandshakeCodec {

	private final FrameCodec<HandshakeFrame> frames = new FrameCodec<>(HandshakeFrame.class);

	/**
	 * Writes a frame as ASCII text.
	 * @throws IllegalArgumentException if the text would be longer than
	 * {@link WireCodec#MAX_FRAME_LENGTH}
	 */
	public String encode(HandshakeFrame frame) {
		return this.frames.encode(frame);
	}

	public HandshakeFrame decode(String text) throws WireException {
		return this.frames.decode(text);
	}

}
