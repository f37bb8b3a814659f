package io.github.leaderelection.internal.transport.wire;

import java.util.Map;

import tools.jackson.core.JsonParser;

/**
 * Converts the records of one sealed type to text and back, as strictly as
 * {@link WireCodec}. Safe for use from any thread.
 */
public final class FrameCodec<F extends Object> {

	private final Class<F> type;

	private final RecordFamily frames;

	public FrameCodec(Class<F> type) {
		this.type = type;
		this.frames = new RecordFamily(type, Map.of());
	}

	/**
	 * Writes a frame as ASCII text.
	 * @throws IllegalArgumentException if the text would be longer than
	 * {@link WireCodec#MAX_FRAME_LENGTH}
	 */
	public String encode(F frame) {
		return PrivateJson.write(PrivateJson.MAX_LENGTH, (out) -> {
			out.writeStartObject();
			out.writeNumberProperty("v", WireCodec.VERSION);
			out.writeStringProperty("type", frame.getClass().getSimpleName());
			out.writeName("body");
			this.frames.write(frame, out);
			out.writeEndObject();
		});
	}

	public F decode(String text) throws WireException {
		return PrivateJson.read(text, PrivateJson.MAX_LENGTH, this::frame);
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
