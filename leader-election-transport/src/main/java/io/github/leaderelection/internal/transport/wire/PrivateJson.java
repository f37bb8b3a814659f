package io.github.leaderelection.internal.transport.wire;

import java.io.StringWriter;
import java.util.function.Consumer;

import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.json.JsonWriteFeature;

/**
 * Reads and writes bounded JSON. It has its own factory, so no setting of the application
 * changes the wire form. It streams, as a tree would cost more than all other work for a
 * heartbeat.
 */
final class PrivateJson {

	/** The longest frame in characters; frames are ASCII, so also in bytes. */
	static final int MAX_LENGTH = 16 * 1024;

	/** The longest frame of an extension, which leaves room for heartbeats beside it. */
	static final int MAX_LONG = 48 * 1024;

	static final int MAX_STRING = 1024;

	private static final int MAX_NAME = 64;

	private static final int MAX_NUMBER = 32;

	private static final int MAX_NESTING = 8;

	private static final int INITIAL_LENGTH = 512;

	private static final JsonFactory FACTORY = factory();

	private PrivateJson() {
	}

	private static JsonFactory factory() {
		StreamReadConstraints bounds = StreamReadConstraints.builder()
			.maxStringLength(MAX_STRING)
			.maxNameLength(MAX_NAME)
			.maxNumberLength(MAX_NUMBER)
			.maxNestingDepth(MAX_NESTING)
			.build();
		return JsonFactory.builder()
			.streamReadConstraints(bounds)
			.disable(StreamReadFeature.INCLUDE_SOURCE_IN_LOCATION)
			.enable(JsonWriteFeature.ESCAPE_NON_ASCII)
			.build();
	}

	/**
	 * Writes one value as ASCII text.
	 * @param most the most characters
	 * @throws IllegalArgumentException if the text would be too long
	 */
	static String write(int most, Consumer<JsonGenerator> content) {
		StringWriter text = new StringWriter(INITIAL_LENGTH);
		try (JsonGenerator out = FACTORY.createGenerator(ObjectWriteContext.empty(), text)) {
			content.accept(out);
		}
		int length = text.getBuffer().length();
		if (length > most) {
			throw new IllegalArgumentException("The frame has " + length + " characters, more than " + most
					+ ": use fewer members, or shorter node ids, names and values");
		}
		return text.toString();
	}

	/**
	 * Reads a text that is one object.
	 * @param most the most characters
	 * @param content reads the object from its first token to its last
	 * @throws WireException if the text is not JSON, exceeds the bounds, or is not one
	 * object
	 */
	static <T> T read(String text, int most, Content<T> content) throws WireException {
		require(text.length(), most);
		try (JsonParser in = FACTORY.createParser(ObjectReadContext.empty(), text)) {
			if (in.nextToken() != JsonToken.START_OBJECT) {
				throw new WireException(WireException.Kind.MALFORMED, "not a JSON object");
			}
			T value = content.read(in);
			if (in.nextToken() != null) {
				throw new WireException(WireException.Kind.MALFORMED, "text after the JSON object");
			}
			return value;
		}
		catch (UnreadableException ex) {
			throw ex.reason();
		}
		catch (JacksonException ex) {
			throw new WireException(WireException.Kind.MALFORMED,
					"not JSON within the bounds: " + ex.getClass().getSimpleName(), ex);
		}
	}

	static void require(int length, int most) throws WireException {
		if (length > most) {
			throw new WireException(WireException.Kind.TOO_LARGE,
					"a frame of " + length + " characters, more than " + most);
		}
	}

	/**
	 * Moves to the value of the property that has to come next.
	 * @param in stands before the property, and afterwards at the first token of its
	 * value
	 * @throws WireException if another token comes next
	 */
	static void next(JsonParser in, String name) throws WireException {
		if (in.nextToken() != JsonToken.PROPERTY_NAME || !name.equals(in.currentName())) {
			throw new WireException(WireException.Kind.MALFORMED, "'" + name + "' is missing or misplaced");
		}
		in.nextToken();
	}

	/**
	 * Moves to the end of an object and skips properties that a later version has added
	 * there.
	 * @param in stands before them, and afterwards at the end
	 * @param where names the object in the exception
	 */
	static void end(JsonParser in, String where) throws WireException {
		endAfter(in, where, "", JsonParser::skipChildren);
	}

	/**
	 * Moves to the end of an object like {@link #end} and reads one optional property.
	 * @param in stands before it, and afterwards at the end of the object
	 * @param where names the object in the exception
	 * @return the value, or null if the property is absent
	 */
	static <T> @Nullable T endAfter(JsonParser in, String where, String optional, Content<T> content)
			throws WireException {
		T value = null;
		JsonToken token = in.nextToken();
		while (token == JsonToken.PROPERTY_NAME) {
			boolean wanted = value == null && optional.equals(in.currentName());
			in.nextToken();
			if (wanted) {
				value = content.read(in);
			}
			else {
				in.skipChildren();
			}
			token = in.nextToken();
		}
		if (token != JsonToken.END_OBJECT) {
			throw new WireException(WireException.Kind.MALFORMED, where + " does not end where it should");
		}
		return value;
	}

	/**
	 * Reads an object.
	 */
	@FunctionalInterface
	interface Content<T> {

		/**
		 * Reads the object.
		 * @param in stands at the object's first token, and afterwards at its last
		 * @throws WireException if the object is malformed
		 */
		T read(JsonParser in) throws WireException;

	}

}
