package io.github.leaderelection.internal.recordcodec;

import java.util.ArrayList;
import java.util.List;

/**
 * A constant of an enum.
 */
final class EnumShape implements Shape {

	private final Object[] constants;

	private final List<String> names = new ArrayList<>();

	EnumShape(Class<?> type) {
		this.constants = type.getEnumConstants();
		for (Object constant : this.constants) {
			this.names.add(((Enum<?>) constant).name());
		}
	}

	@Override
	public void write(Object value, Sink sink) {
		sink.constant((Enum<?>) value);
	}

	@Override
	public Object read(Source source) {
		return this.constants[source.constant(this.names)];
	}

}
