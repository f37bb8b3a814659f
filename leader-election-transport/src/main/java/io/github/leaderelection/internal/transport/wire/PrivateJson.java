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
 * Reads and writes JSON, with bounds. Of its own: no setting of the application changes
 * the wire form. Straight from and to the text, for a tree between takes longer than all
 * else that a heartbeat costs.
 */
final class PrivateJson {

	/** A frame has no more characters; written frames are ASCII, so no more bytes. */
	static final int MAX_LENGTH = 16 * 1024;

	private static final int MAX_STRING = 1024;

	private static final int MAX_NAME = 64;

	private static final int MAX_NUMBER = 32;

	private static final int MAX_NESTING = 8;

	private static final int INITIAL_LENGTH = 512;

	private static final JsonFactory FACTORY = factory();

	private PrivateJson() {
	}

	private static JsonFactory factory() {
		StreamReadConstraints bounds = StreamReadConstraints.builder()
			.maxDocumentLength(MAX_LENGTH)
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
	 * Writes one value.
	 * @param content writes it
	 * @return ASCII text
	 * @throws IllegalArgumentException if the text would be too long
	 */
	static String write(Consumer<JsonGenerator> content) {
		StringWriter text = new StringWriter(INITIAL_LENGTH);
		try (JsonGenerator out = FACTORY.createGenerator(ObjectWriteContext.empty(), text)) {
			content.accept(out);
		}
		int length = text.getBuffer().length();
		if (length > MAX_LENGTH) {
			throw new IllegalArgumentException("The frame has " + length + " characters, more than " + MAX_LENGTH
					+ ": use fewer members, or shorter node ids and names");
		}
		return text.toString();
	}

	/**
	 * Reads an object, with nothing behind it.
	 * @param text the text
	 * @param content reads the object from its first token to its last
	 * @return what that returned
	 * @throws WireException if the text is no JSON, goes beyond the bounds, or is not one
	 * object
	 */
	static <T> T read(String text, Content<T> content) throws WireException {
		if (text.length() > MAX_LENGTH) {
			throw new WireException(WireException.Kind.TOO_LARGE,
					"a frame of " + text.length() + " characters, more than " + MAX_LENGTH);
		}
		try (JsonParser in = FACTORY.createParser(ObjectReadContext.empty(), text)) {
			if (in.nextToken() != JsonToken.START_OBJECT) {
				throw new WireException(WireException.Kind.MALFORMED, "not a JSON object");
			}
			T value = content.read(in);
			if (in.nextToken() != null) {
				throw new WireException(WireException.Kind.MALFORMED, "something stands behind the JSON object");
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

	/**
	 * Goes on to the value of the property that has to come next.
	 * @param in stands before the property, and afterwards at the first token of its
	 * value
	 * @param name the property's name
	 * @throws WireException if there is none, or another
	 */
	static void next(JsonParser in, String name) throws WireException {
		if (in.nextToken() != JsonToken.PROPERTY_NAME || !name.equals(in.currentName())) {
			throw new WireException(WireException.Kind.MALFORMED, "'" + name + "' is missing, or not in its place");
		}
		in.nextToken();
	}

	/**
	 * Goes on to the end of an object, past the properties that a later version has added
	 * behind those that are known.
	 * @param in stands before them, and afterwards at the end
	 * @param where names the object in the exception
	 * @throws WireException if something else comes before the end
	 */
	static void end(JsonParser in, String where) throws WireException {
		endAfter(in, where, "", JsonParser::skipChildren);
	}

	/**
	 * Goes on to the end of an object, past the properties that a later version has
	 * added, and reads one that may be among them.
	 * @param in stands before them, and afterwards at the end
	 * @param where names the object in the exception
	 * @param optional the name of the property that may be there
	 * @param content reads its value
	 * @return the value, null if it is not there
	 * @throws WireException if something else comes before the end, or the value is not
	 * as it should be
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
			throw new WireException(WireException.Kind.MALFORMED, where + " does not end in its place");
		}
		return value;
	}

	/**
	 * Reads an object.
	 *
	 * @param <T> what of it is made
	 */
	@FunctionalInterface
	interface Content<T> {

		/**
		 * Reads it.
		 * @param in stands at the object's first token, and afterwards at its last
		 * @return the value
		 * @throws WireException if it is not as it should be
		 */
		T read(JsonParser in) throws WireException;

	}

}
