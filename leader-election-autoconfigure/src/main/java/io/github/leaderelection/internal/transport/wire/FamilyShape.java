package io.github.leaderelection.internal.transport.wire;

import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/**
 * A record of a sealed type within another record, written with its name before it: what
 * an election in two layers carries for the one below.
 */
final class FamilyShape implements Shape {

	private final RecordFamily family;

	FamilyShape(Class<?> sealed) {
		this.family = new RecordFamily(sealed);
	}

	@Override
	public void write(Object value, JsonGenerator out) {
		out.writeStartObject();
		out.writeStringProperty("type", value.getClass().getSimpleName());
		out.writeName("body");
		this.family.write(value, out);
		out.writeEndObject();
	}

	@Override
	public Object read(JsonParser in, String where) throws WireException {
		if (in.currentToken() != JsonToken.START_OBJECT) {
			throw Shape.not(where, "an object");
		}
		PrivateJson.next(in, "type");
		String type = SimpleShape.text(in, where + ".type");
		PrivateJson.next(in, "body");
		Object value = this.family.read(in, type);
		PrivateJson.end(in, where);
		return value;
	}

}
