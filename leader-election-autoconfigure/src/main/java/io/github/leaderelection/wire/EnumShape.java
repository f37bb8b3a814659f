package io.github.leaderelection.wire;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/**
 * One of the names of an enum.
 *
 * @param type the enum
 */
record EnumShape(Class<?> type) implements Shape {

	@Override
	public JsonNode write(Object value) {
		return JsonNodeFactory.instance.stringNode(((Enum<?>) value).name());
	}

	@Override
	public Object read(JsonNode node, String where) throws WireException {
		if (node.isString()) {
			for (Object constant : this.type.getEnumConstants()) {
				if (((Enum<?>) constant).name().equals(node.stringValue())) {
					return constant;
				}
			}
		}
		throw Shape.not(where, "a " + this.type.getSimpleName());
	}

}
