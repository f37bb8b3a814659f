package io.github.leaderelection.wire;

import java.util.ArrayList;
import java.util.List;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;

/**
 * A list of values of one shape, bounded.
 *
 * @param element the shape of the values
 */
record ListShape(Shape element) implements Shape {

	@Override
	public JsonNode write(Object value) {
		List<?> values = (List<?>) value;
		if (values.size() > MAX_LIST) {
			throw new IllegalArgumentException(
					"A list of " + values.size() + " has no wire form: send at most " + MAX_LIST);
		}
		ArrayNode array = JsonNodeFactory.instance.arrayNode(values.size());
		values.forEach((each) -> array.add(this.element.write(each)));
		return array;
	}

	@Override
	public Object read(JsonNode node, String where) throws WireException {
		if (!node.isArray() || node.size() > MAX_LIST) {
			throw Shape.not(where, "a list of at most " + MAX_LIST);
		}
		List<Object> values = new ArrayList<>(node.size());
		for (JsonNode each : node) {
			values.add(this.element.read(each, where));
		}
		return List.copyOf(values);
	}

}
