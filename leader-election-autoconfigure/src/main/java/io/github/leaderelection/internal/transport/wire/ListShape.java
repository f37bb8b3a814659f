package io.github.leaderelection.internal.transport.wire;

import java.util.ArrayList;
import java.util.List;

import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/**
 * A list of values of one shape, bounded.
 *
 * @param element the shape of the values
 */
record ListShape(Shape element) implements Shape {

	@Override
	public void write(Object value, JsonGenerator out) {
		List<?> values = (List<?>) value;
		if (values.size() > MAX_LIST) {
			throw new IllegalArgumentException(
					"A list of " + values.size() + " has no wire form: send at most " + MAX_LIST);
		}
		out.writeStartArray();
		for (Object each : values) {
			this.element.write(each, out);
		}
		out.writeEndArray();
	}

	@Override
	public Object read(JsonParser in, String where) throws WireException {
		if (in.currentToken() != JsonToken.START_ARRAY) {
			throw Shape.not(where, "a list");
		}
		List<Object> values = new ArrayList<>();
		while (in.nextToken() != JsonToken.END_ARRAY) {
			if (values.size() == MAX_LIST) {
				throw Shape.not(where, "a list of at most " + MAX_LIST);
			}
			values.add(this.element.read(in, where));
		}
		return List.copyOf(values);
	}

}
