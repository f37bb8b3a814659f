package io.github.leaderelection.internal.transport.wire;

import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/**
 * One of the names of an enum.
 *
 * @param type the enum
 */
record EnumShape(Class<?> type) implements Shape {

	@Override
	public void write(Object value, JsonGenerator out) {
		out.writeString(((Enum<?>) value).name());
	}

	@Override
	public Object read(JsonParser in, String where) throws WireException {
		if (in.currentToken() == JsonToken.VALUE_STRING) {
			String name = in.getString();
			for (Object constant : this.type.getEnumConstants()) {
				if (((Enum<?>) constant).name().equals(name)) {
					return constant;
				}
			}
		}
		throw Shape.not(where, "a " + this.type.getSimpleName());
	}

}
