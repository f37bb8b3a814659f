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

	/** The longest frame to read. */
	private final int most;

	public FrameCodec(Class<F> type) {
		this(type, Map.of());
	}

	/**
	 * Derives the wire form of frames.
	 * @param longer those that may be as long as messages of extensions, each by the name
	 * before its own
	 */
	FrameCodec(Class<F> type, Map<String, Class<? extends F>> longer) {
		this.type = type;
		this.frames = new RecordFamily(type, longer);
		this.most = longer.isEmpty() ? PrivateJson.MAX_LENGTH : PrivateJson.MAX_LONG;
	}

	/**
	 * Writes a frame as ASCII text.
	 * @throws IllegalArgumentException if the text would be longer than
	 * {@link WireCodec#MAX_FRAME_LENGTH}, or 48 KiB for one of the longer frames
	 */
	public String encode(F frame) {
		String name = this.frames.nameOf(frame);
		return PrivateJson.write(RecordFamily.isOfExtension(name) ? this.most : PrivateJson.MAX_LENGTH, (out) -> {
			out.writeStartObject();
			out.writeNumberProperty("v", WireCodec.VERSION);
			out.writeStringProperty("type", name);
			out.writeName("body");
			this.frames.write(frame, out);
			out.writeEndObject();
		});
	}

	public F decode(String text) throws WireException {
		return PrivateJson.read(text, this.most, this::frame);
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
