package io.github.leaderelection.internal.transport.wire;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

import io.github.leaderelection.internal.recordcodec.Source;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonParser.NumberType;
import tools.jackson.core.JsonToken;

/**
 * Reads the output of a {@link JsonSink}. Strict: refuses values that are missing,
 * misplaced or of another type. The parser stands at a value's first token before the
 * value is read, and at its last one afterwards.
 */
final class JsonSource implements Source {

	private final JsonParser in;

	private final boolean isLongTexts;

	/** For each open record, whether it is wrapped in an object with its name. */
	private final Deque<Boolean> named = new ArrayDeque<>();

	private boolean isNamed;

	/** Whether the present record was read to its end. */
	private boolean isEnded;

	/** Whether the name of a later component was read, and not yet its value. */
	private boolean isAhead;

	/** Names the present value in exceptions. */
	private String where;

	JsonSource(JsonParser in, String where, boolean isLongTexts) {
		this.in = in;
		this.isLongTexts = isLongTexts;
		this.where = where;
	}

	@Override
	public long number() {
		return number(this.in, this.where);
	}

	static long number(JsonParser in, String where) {
		require(in.currentToken() == JsonToken.VALUE_NUMBER_INT && in.getNumberType() != NumberType.BIG_INTEGER, where,
				"a whole number of 64 bits");
		return in.getLongValue();
	}

	@Override
	public double real() {
		JsonToken token = this.in.currentToken();
		require((token == JsonToken.VALUE_NUMBER_INT || token == JsonToken.VALUE_NUMBER_FLOAT)
				&& Double.isFinite(this.in.getDoubleValue()), "a finite number");
		return this.in.getDoubleValue();
	}

	@Override
	public boolean flag() {
		JsonToken token = this.in.currentToken();
		require(token == JsonToken.VALUE_TRUE || token == JsonToken.VALUE_FALSE, "true or false");
		return token == JsonToken.VALUE_TRUE;
	}

	@Override
	public String text() {
		if (!this.isLongTexts || this.in.currentToken() != JsonToken.START_ARRAY) {
			return text(this.in, this.where);
		}
		ByteArrayOutputStream bytes = new ByteArrayOutputStream();
		while (this.in.nextToken() != JsonToken.END_ARRAY) {
			require(this.in.currentToken() == JsonToken.VALUE_STRING, "a text in pieces");
			bytes.writeBytes(this.in.getBinaryValue());
		}
		return bytes.toString(StandardCharsets.UTF_8);
	}

	static String text(JsonParser in, String where) {
		require(in.currentToken() == JsonToken.VALUE_STRING, where, "a text");
		return in.getString();
	}

	@Override
	public int constant(List<String> names) {
		int index = names.indexOf(text());
		require(index >= 0, "one of " + names);
		return index;
	}

	@Override
	public boolean presence() {
		return this.in.currentToken() != JsonToken.VALUE_NULL;
	}

	@Override
	public int kind(List<String> names) {
		openObject();
		component("type", 0);
		int index = names.indexOf(text());
		if (index < 0) {
			throw new UnreadableException(
					new WireException(WireException.Kind.UNKNOWN, "an unknown type, not one of " + names));
		}
		component("body", 1);
		this.isNamed = true;
		return index;
	}

	@Override
	public @Nullable Object repeated() {
		return null;
	}

	@Override
	public void remember(Object value) {
		// JSON has no back references.
	}

	@Override
	public void openRecord(String name) {
		openObject();
		this.named.push(this.isNamed);
		this.isNamed = false;
	}

	private void openObject() {
		require(this.in.currentToken() == JsonToken.START_OBJECT, "an object");
	}

	@Override
	public void component(String name, int index) {
		this.where = name;
		try {
			PrivateJson.next(this.in, name);
		}
		catch (WireException ex) {
			throw new UnreadableException(ex);
		}
	}

	@Override
	public boolean added(String name, int index, List<String> later) {
		if (this.isEnded) {
			return false;
		}
		JsonToken token = this.isAhead ? this.in.currentToken() : this.in.nextToken();
		this.isAhead = false;
		while (token == JsonToken.PROPERTY_NAME && !name.equals(this.in.currentName())) {
			if (later.contains(this.in.currentName())) {
				this.isAhead = true;
				return false;
			}
			this.in.nextToken();
			this.in.skipChildren();
			token = this.in.nextToken();
		}
		this.where = name;
		if (token == JsonToken.PROPERTY_NAME) {
			this.in.nextToken();
			return true;
		}
		require(token == JsonToken.END_OBJECT, "in its place");
		this.isEnded = true;
		return false;
	}

	@Override
	public void closeRecord() {
		if (!this.isEnded) {
			end();
		}
		this.isEnded = false;
		if (this.named.pop()) {
			end();
		}
	}

	private void end() {
		try {
			PrivateJson.end(this.in, "an object with '" + this.where + "'");
		}
		catch (WireException ex) {
			throw new UnreadableException(ex);
		}
	}

	@Override
	public int openList() {
		require(this.in.currentToken() == JsonToken.START_ARRAY, "a list");
		return -1;
	}

	@Override
	public boolean element(int index, int size) {
		if (this.in.nextToken() == JsonToken.END_ARRAY) {
			return false;
		}
		require(index < JsonSink.MAX_LIST, "a list of at most " + JsonSink.MAX_LIST);
		return true;
	}

	private void require(boolean right, String what) {
		require(right, this.where, what);
	}

	private static void require(boolean right, String where, String what) {
		if (!right) {
			throw malformed(where, "is not " + what);
		}
	}

	/** Names only the place, as the problem may repeat the text of a stranger. */
	@Override
	public UnreadableException unexpected(String problem) {
		return malformed(this.where, "has an invalid value");
	}

	private static UnreadableException malformed(String where, String problem) {
		return new UnreadableException(new WireException(WireException.Kind.MALFORMED, "'" + where + "' " + problem));
	}

}
