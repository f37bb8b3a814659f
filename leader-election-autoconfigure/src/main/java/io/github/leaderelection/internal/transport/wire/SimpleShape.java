package io.github.leaderelection.internal.transport.wire;

import io.github.leaderelection.NodeId;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonParser.NumberType;
import tools.jackson.core.JsonToken;

/**
 * The shapes of values without parts.
 */
enum SimpleShape implements Shape {

	/** A whole number of 64 bits. */
	LONG {

		@Override
		public void write(Object value, JsonGenerator out) {
			out.writeNumber((Long) value);
		}

		@Override
		public Object read(JsonParser in, String where) throws WireException {
			return number(in, where);
		}

	},

	/** A whole number of 32 bits. */
	INT {

		@Override
		public void write(Object value, JsonGenerator out) {
			out.writeNumber((Integer) value);
		}

		@Override
		public Object read(JsonParser in, String where) throws WireException {
			if (in.currentToken() != JsonToken.VALUE_NUMBER_INT || in.getNumberType() != NumberType.INT) {
				throw Shape.not(where, "a whole number of 32 bits");
			}
			return in.getIntValue();
		}

	},

	/** A finite number. */
	DOUBLE {

		@Override
		public void write(Object value, JsonGenerator out) {
			double number = (Double) value;
			if (!Double.isFinite(number)) {
				throw new IllegalArgumentException("The number " + number + " has no wire form: send finite ones");
			}
			out.writeNumber(number);
		}

		@Override
		public Object read(JsonParser in, String where) throws WireException {
			JsonToken token = in.currentToken();
			if (token == JsonToken.VALUE_NUMBER_INT || token == JsonToken.VALUE_NUMBER_FLOAT) {
				double number = in.getDoubleValue();
				if (Double.isFinite(number)) {
					return number;
				}
			}
			throw Shape.not(where, "a finite number");
		}

	},

	/** True or false. */
	BOOLEAN {

		@Override
		public void write(Object value, JsonGenerator out) {
			out.writeBoolean((Boolean) value);
		}

		@Override
		public Object read(JsonParser in, String where) throws WireException {
			JsonToken token = in.currentToken();
			if (token != JsonToken.VALUE_TRUE && token != JsonToken.VALUE_FALSE) {
				throw Shape.not(where, "true or false");
			}
			return token == JsonToken.VALUE_TRUE;
		}

	},

	/** A text. */
	STRING {

		@Override
		public void write(Object value, JsonGenerator out) {
			out.writeString((String) value);
		}

		@Override
		public Object read(JsonParser in, String where) throws WireException {
			return text(in, where);
		}

	},

	/** A node's id, as text. */
	NODE_ID {

		@Override
		public void write(Object value, JsonGenerator out) {
			out.writeString(((NodeId) value).value());
		}

		@Override
		public Object read(JsonParser in, String where) throws WireException {
			return nodeId(in, where);
		}

	};

	static long number(JsonParser in, String where) throws WireException {
		if (in.currentToken() != JsonToken.VALUE_NUMBER_INT || in.getNumberType() == NumberType.BIG_INTEGER) {
			throw Shape.not(where, "a whole number of 64 bits");
		}
		return in.getLongValue();
	}

	static String text(JsonParser in, String where) throws WireException {
		if (in.currentToken() != JsonToken.VALUE_STRING) {
			throw Shape.not(where, "a text");
		}
		return in.getString();
	}

	static NodeId nodeId(JsonParser in, String where) throws WireException {
		if (in.currentToken() == JsonToken.VALUE_STRING) {
			try {
				return NodeId.of(in.getString());
			}
			catch (IllegalArgumentException ex) {
				throw new WireException(WireException.Kind.MALFORMED, where + " is not a node id", ex);
			}
		}
		throw Shape.not(where, "a node id");
	}

}
