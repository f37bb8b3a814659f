package io.github.leaderelection.wire;

import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.json.JsonWriteFeature;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * JSON text to tree and back, with bounds. A mapper of its own: no setting of the
 * application changes the wire form.
 */
final class PrivateJson {

	/** A frame has no more characters; written frames are ASCII, so no more bytes. */
	static final int MAX_LENGTH = 16 * 1024;

	private static final int MAX_STRING = 1024;

	private static final int MAX_NAME = 64;

	private static final int MAX_NUMBER = 32;

	private static final int MAX_NESTING = 8;

	private static final JsonMapper MAPPER = mapper();

	private PrivateJson() {
	}

	private static JsonMapper mapper() {
		StreamReadConstraints bounds = StreamReadConstraints.builder()
			.maxDocumentLength(MAX_LENGTH)
			.maxStringLength(MAX_STRING)
			.maxNameLength(MAX_NAME)
			.maxNumberLength(MAX_NUMBER)
			.maxNestingDepth(MAX_NESTING)
			.build();
		JsonFactory factory = JsonFactory.builder()
			.streamReadConstraints(bounds)
			.enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
			.disable(StreamReadFeature.INCLUDE_SOURCE_IN_LOCATION)
			.enable(JsonWriteFeature.ESCAPE_NON_ASCII)
			.build();
		return JsonMapper.builder(factory).enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS).build();
	}

	static String write(ObjectNode frame) {
		String text = MAPPER.writeValueAsString(frame);
		if (text.length() > MAX_LENGTH) {
			throw new IllegalArgumentException("The frame has " + text.length() + " characters, more than " + MAX_LENGTH
					+ ": use fewer members, or shorter node ids and names");
		}
		return text;
	}

	static ObjectNode read(String text) throws WireException {
		if (text.length() > MAX_LENGTH) {
			throw new WireException(WireException.Kind.TOO_LARGE,
					"a frame of " + text.length() + " characters, more than " + MAX_LENGTH);
		}
		try {
			JsonNode tree = MAPPER.readTree(text);
			if (tree instanceof ObjectNode frame) {
				return frame;
			}
			throw new WireException(WireException.Kind.MALFORMED, "not a JSON object");
		}
		catch (JacksonException ex) {
			throw new WireException(WireException.Kind.MALFORMED,
					"not JSON within the bounds: " + ex.getClass().getSimpleName(), ex);
		}
	}

}
