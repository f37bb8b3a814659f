package io.github.leaderelection.internal.transport.wire;

import java.util.HashMap;
import java.util.Map;

import io.github.leaderelection.internal.recordcodec.Shape;
import io.github.leaderelection.internal.recordcodec.Shapes;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;

/**
 * The records of a sealed type, each known by its simple name. Those of an extension are
 * known by the extension's name, a dot and their simple name.
 */
final class RecordFamily {

	private final Map<String, Shape> shapes = new HashMap<>();

	private final Map<Class<?>, String> names = new HashMap<>();

	private final Class<?> family;

	/**
	 * Derives the shapes of all records of sealed types.
	 * @param extensions the types of extensions, by name
	 * @throws IllegalArgumentException if a subtype is neither sealed nor a record, or a
	 * record has no wire form
	 */
	RecordFamily(Class<?> sealed, Map<String, ? extends Class<?>> extensions) {
		this.family = sealed;
		add("", sealed, Shapes.ofValues());
		extensions.forEach((name, type) -> add(name + '.', type, Shapes.ofValues()));
	}

	private void add(String prefix, Class<?> type, Shapes all) {
		if (type.isRecord()) {
			this.names.put(type, prefix + type.getSimpleName());
			if (this.shapes.put(prefix + type.getSimpleName(), all.of(type)) != null) {
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
			add(prefix, permitted, all);
		}
	}

	/** The name of a value's record, empty for a value of no record. */
	String nameOf(Object value) {
		return this.names.getOrDefault(value.getClass(), "");
	}

	static boolean isOfExtension(String type) {
		return type.indexOf('.') >= 0;
	}

	/** Whether there is an extension whose names begin so. */
	boolean has(String prefix) {
		return this.shapes.keySet().stream().anyMatch((name) -> name.startsWith(prefix));
	}

	void write(Object value, JsonGenerator out) {
		String name = nameOf(value);
		Shape shape = this.shapes.get(name);
		if (shape == null) {
			throw new IllegalArgumentException(value.getClass().getName() + " is not a " + this.family.getSimpleName()
					+ ": send one of " + this.shapes.keySet());
		}
		shape.write(value, new JsonSink(out, isOfExtension(name)));
	}

	/**
	 * Reads a record.
	 * @param in stands at the record's first token, and afterwards at its last
	 * @throws UnreadableException if a value is malformed; {@link PrivateJson#read}
	 * unwraps it
	 */
	Object read(JsonParser in, String type) throws WireException {
		Shape shape = this.shapes.get(type);
		if (shape == null) {
			throw new WireException(WireException.Kind.UNKNOWN, "an unknown type of " + this.family.getSimpleName());
		}
		return shape.read(new JsonSource(in, type, isOfExtension(type)));
	}

}
