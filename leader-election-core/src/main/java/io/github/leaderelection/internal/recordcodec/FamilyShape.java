package io.github.leaderelection.internal.recordcodec;

import java.util.ArrayList;
import java.util.List;

/**
 * A record of a sealed type, identified by its simple name.
 */
final class FamilyShape implements Shape {

	private final List<Class<?>> types = new ArrayList<>();

	private final List<String> names = new ArrayList<>();

	private final List<Shape> shapes = new ArrayList<>();

	/**
	 * Derives the shapes of all records of a sealed type.
	 * @throws IllegalArgumentException if a subtype is neither sealed nor a record, or
	 * two records share a name
	 */
	FamilyShape(Class<?> sealed, Shapes all) {
		add(sealed, all);
	}

	private void add(Class<?> type, Shapes all) {
		if (type.isRecord()) {
			if (this.names.contains(type.getSimpleName())) {
				throw new IllegalArgumentException(
						"Two records of one type are named '" + type.getSimpleName() + "': rename one of them");
			}
			this.types.add(type);
			this.names.add(type.getSimpleName());
			this.shapes.add(all.of(type));
			return;
		}
		if (!type.isSealed()) {
			throw new IllegalArgumentException("The type " + type.getName()
					+ " is neither sealed nor a record, so its values are not known: make it sealed");
		}
		for (Class<?> permitted : type.getPermittedSubclasses()) {
			add(permitted, all);
		}
	}

	@Override
	public void write(Object value, Sink sink) {
		int kind = this.types.indexOf(value.getClass());
		sink.kind(kind);
		this.shapes.get(kind).write(value, sink);
	}

	@Override
	public Object read(Source source) {
		return this.shapes.get(source.kind(this.names)).read(source);
	}

}
