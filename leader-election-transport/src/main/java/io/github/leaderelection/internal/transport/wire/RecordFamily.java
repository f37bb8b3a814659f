package io.github.leaderelection.internal.transport.wire;

import java.util.HashMap;
import java.util.Map;

import io.github.leaderelection.internal.recordcodec.Shape;
import io.github.leaderelection.internal.recordcodec.Shapes;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;

/**
 * The records of a sealed type, each known by its simple name.
 */
final class RecordFamily {

	private final Map<String, Shape> shapes = new HashMap<>();

	private final String prefix;

	private final Class<?> family;

	/** The records of an election, or of frames. */
	RecordFamily(Class<?> sealed) {
		this("", sealed);
	}

	/**
	 * Derives the shapes of all records of a sealed type.
	 * @param prefix stands before their names in texts
	 * @throws IllegalArgumentException if a subtype is neither sealed nor a record, or a
	 * record has no wire form
	 */
	RecordFamily(String prefix, Class<?> sealed) {
		this.prefix = prefix;
		this.family = sealed;
		add(sealed, Shapes.ofValues());
	}

	private void add(Class<?> type, Shapes all) {
		if (type.isRecord()) {
			if (this.shapes.put(type.getSimpleName(), all.of(type)) != null) {
				throw new IllegalArgumentException("Two records of " + this.family.getSimpleName() + " are named '"
						+ type.getSimpleName() + "': rename one of them");
			}
			return;
		}
		if (!type.isSealed()) {
			throw new IllegalArgumentException("The type " + type.getName()
					+ " is neither sealed nor a record, so its messages are not known: make it sealed");
		}
		for (Class<?> permitted : type.getPermittedSubclasses()) {
			add(permitted, all);
		}
	}

	String prefix() {
		return this.prefix;
	}

	boolean has(Object value) {
		return this.family.isInstance(value);
	}

	/** The name of a value's type in texts. */
	String typeOf(Object value) {
		return this.prefix + value.getClass().getSimpleName();
	}

	void write(Object value, JsonGenerator out) {
		Shape shape = this.shapes.get(value.getClass().getSimpleName());
		if (shape == null || !has(value)) {
			throw new IllegalArgumentException(value.getClass().getName() + " is not a " + this.family.getSimpleName()
					+ ": send one of " + this.shapes.keySet());
		}
		shape.write(value, new JsonSink(out));
	}

	/**
	 * Reads a record.
	 * @param in stands at the record's first token, and afterwards at its last
	 * @param type its name in texts, with the prefix
	 * @throws UnreadableException if a value is malformed; {@link PrivateJson#read}
	 * unwraps it
	 */
	Object read(JsonParser in, String type) throws WireException {
		String name = type.substring(this.prefix.length());
		Shape shape = this.shapes.get(name);
		if (shape == null) {
			throw new WireException(WireException.Kind.UNKNOWN, "an unknown type of " + this.family.getSimpleName());
		}
		return shape.read(new JsonSource(in, name));
	}

}
