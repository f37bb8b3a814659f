package io.github.leaderelection.internal.transport.wire;

import tools.jackson.core.JsonParser;

/**
 * The records of one sealed type as text and back, as strict as {@link WireCodec}. Safe
 * for use from any thread.
 *
 * @param <F> the sealed type
 */
final class FrameCodec<F extends Object> {

	private final Class<F> type;

	private final RecordFamily frames;

	FrameCodec(Class<F> type) {
		this.type = type;
		this.frames = new RecordFamily(type);
	}

	/**
	 * Writes a frame.
	 * @return a text of at most {@link WireCodec#MAX_FRAME_LENGTH} ASCII characters
	 * @throws IllegalArgumentException if the text would be too long
	 */
	String encode(F frame) {
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
	 * @throws WireException if the text is none
	 */
	F decode(String text) throws WireException {
		return PrivateJson.read(text, this::frame);
	}

	private F frame(JsonParser in) throws WireException {
		WireCodec.requireVersion(in);
		String name = WireCodec.text(in, "type");
		PrivateJson.next(in, "body");
		F frame = this.type.cast(this.frames.read(in, name));
		PrivateJson.end(in, "the frame");
		return frame;
	}

}
