package io.github.leaderelection.wire;

import tools.jackson.core.JsonParser;

/**
 * Handshake frames as text and back, as strict as {@link WireCodec}. Safe for use from
 * any thread.
 */
public final class HandshakeCodec {

	private final RecordFamily frames = new RecordFamily(HandshakeFrame.class);

	/**
	 * Writes a frame.
	 * @param frame the frame
	 * @return a text of at most {@link WireCodec#MAX_FRAME_LENGTH} ASCII characters
	 * @throws IllegalArgumentException if the text would be too long
	 */
	public String encode(HandshakeFrame frame) {
		return PrivateJson.write((out) -> {
			out.writeStartObject();
			out.writeNumberProperty("v", WireCodec.VERSION);
			out.writeStringProperty("type", frame.getClass().getSimpleName());
			out.writeName("body");
			this.frames.write(frame, out);
			out.writeEndObject();
		});
	}

	/**
	 * Reads a frame.
	 * @param text the text
	 * @return the frame
	 * @throws WireException if the text is not a handshake frame
	 */
	public HandshakeFrame decode(String text) throws WireException {
		return PrivateJson.read(text, this::frame);
	}

	private HandshakeFrame frame(JsonParser in) throws WireException {
		WireCodec.requireVersion(in);
		String type = WireCodec.text(in, "type");
		PrivateJson.next(in, "body");
		HandshakeFrame frame = (HandshakeFrame) this.frames.read(in, type);
		PrivateJson.end(in, "the frame");
		return frame;
	}

}
