package io.github.leaderelection.internal.transport.wire;

import java.util.HashMap;
import java.util.Map;

import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;

/**
 * The records of a sealed type, each known by its simple name.
 */
final class RecordFamily {

	private final Map<String, RecordShape> byName = new HashMap<>();

	private final Map<Class<?>, RecordShape> byType = new HashMap<>();

	private final String family;

	/**
	 * Derives the shapes of all records of a sealed type.
	 * @throws IllegalArgumentException if the type is not sealed all through or a record
	 * has no wire form
	 */
	RecordFamily(Class<?> sealed) {
		this.family = sealed.getSimpleName();
		add(sealed);
	}

	private void add(Class<?> type) {
		if (type.isRecord()) {
			RecordShape shape = RecordShape.of(type);
			this.byType.put(type, shape);
			if (this.byName.put(type.getSimpleName(), shape) != null) {
				throw new IllegalArgumentException("Two records of " + this.family + " are named '"
						+ type.getSimpleName() + "': give one another name");
			}
			return;
		}
		if (!type.isSealed()) {
			throw new IllegalArgumentException("The type " + type.getName()
					+ " is neither sealed nor a record, so its messages cannot be listed: seal it");
		}
		for (Class<?> permitted : type.getPermittedSubclasses()) {
			add(permitted);
		}
	}

	void write(Object value, JsonGenerator out) {
		RecordShape shape = this.byType.get(value.getClass());
		if (shape == null) {
			throw new IllegalArgumentException("A " + value.getClass().getName() + " is no " + this.family
					+ ": send one of " + this.byName.keySet());
		}
		shape.write(value, out);
	}

	/**
	 * Reads a record.
	 * @param in stands at its first token, and afterwards at its last
	 * @param type its simple name
	 */
	Object read(JsonParser in, String type) throws WireException {
		RecordShape shape = this.byName.get(type);
		if (shape == null) {
			throw new WireException(WireException.Kind.UNKNOWN, "a type that is no " + this.family);
		}
		return shape.read(in, type);
	}

}
