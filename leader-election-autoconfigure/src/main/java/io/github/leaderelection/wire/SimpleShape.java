package io.github.leaderelection.wire;

import io.github.leaderelection.NodeId;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/**
 * The shapes of values without parts.
 */
enum SimpleShape implements Shape {

	/** A whole number of 64 bits. */
	LONG {

		@Override
		public JsonNode write(Object value) {
			return JSON.numberNode((Long) value);
		}

		@Override
		public Object read(JsonNode node, String where) throws WireException {
			if (!node.isIntegralNumber() || !node.canConvertToLong()) {
				throw Shape.not(where, "a whole number of 64 bits");
			}
			return node.longValue();
		}

	},

	/** A whole number of 32 bits. */
	INT {

		@Override
		public JsonNode write(Object value) {
			return JSON.numberNode((Integer) value);
		}

		@Override
		public Object read(JsonNode node, String where) throws WireException {
			if (!node.isIntegralNumber() || !node.canConvertToInt()) {
				throw Shape.not(where, "a whole number of 32 bits");
			}
			return node.intValue();
		}

	},

	/** A finite number. */
	DOUBLE {

		@Override
		public JsonNode write(Object value) {
			double number = (Double) value;
			if (!Double.isFinite(number)) {
				throw new IllegalArgumentException("The number " + number + " has no wire form: send finite ones");
			}
			return JSON.numberNode(number);
		}

		@Override
		public Object read(JsonNode node, String where) throws WireException {
			if (!node.isNumber() || !Double.isFinite(finite(node))) {
				throw Shape.not(where, "a finite number");
			}
			return finite(node);
		}

		private double finite(JsonNode node) {
			return node.doubleValue(Double.NaN);
		}

	},

	/** True or false. */
	BOOLEAN {

		@Override
		public JsonNode write(Object value) {
			return JSON.booleanNode((Boolean) value);
		}

		@Override
		public Object read(JsonNode node, String where) throws WireException {
			if (!node.isBoolean()) {
				throw Shape.not(where, "true or false");
			}
			return node.booleanValue();
		}

	},

	/** A text. */
	STRING {

		@Override
		public JsonNode write(Object value) {
			return JSON.stringNode((String) value);
		}

		@Override
		public Object read(JsonNode node, String where) throws WireException {
			if (!node.isString()) {
				throw Shape.not(where, "a text");
			}
			return node.stringValue();
		}

	},

	/** A node's id, as text. */
	NODE_ID {

		@Override
		public JsonNode write(Object value) {
			return JSON.stringNode(((NodeId) value).value());
		}

		@Override
		public Object read(JsonNode node, String where) throws WireException {
			if (!node.isString()) {
				throw Shape.not(where, "a node id");
			}
			try {
				return NodeId.of(node.stringValue());
			}
			catch (IllegalArgumentException ex) {
				throw Shape.not(where, "a node id");
			}
		}

	};

	private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

}
