package io.github.leaderelection.wire;

import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Handshake frames as text and back, as strict as {@link WireCodec}. Safe for use from
 * any thread.
 */
public final class HandshakeCodec {

	private static final int PARTS = 3;

	private final RecordFamily frames = new RecordFamily(HandshakeFrame.class);

	/**
	 * Writes a frame.
	 * @param frame the frame
	 * @return a text of at most {@link WireCodec#MAX_FRAME_LENGTH} ASCII characters
	 * @throws IllegalArgumentException if the text would be too long
	 */
	public String encode(HandshakeFrame frame) {
		ObjectNode object = JsonNodeFactory.instance.objectNode();
		object.put("v", WireCodec.VERSION);
		object.put("type", frame.getClass().getSimpleName());
		object.set("body", this.frames.write(frame));
		return PrivateJson.write(object);
	}

	/**
	 * Reads a frame.
	 * @param text the text
	 * @return the frame
	 * @throws WireException if the text is not a handshake frame
	 */
	public HandshakeFrame decode(String text) throws WireException {
		ObjectNode object = PrivateJson.read(text);
		if (object.size() != PARTS) {
			throw new WireException(WireException.Kind.MALFORMED, "not a handshake frame");
		}
		WireCodec.requireVersion(object);
		return (HandshakeFrame) this.frames.read(object.get("body"), WireCodec.text(object, "type"));
	}

}
