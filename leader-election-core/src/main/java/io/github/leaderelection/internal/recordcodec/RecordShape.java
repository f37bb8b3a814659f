package io.github.leaderelection.internal.recordcodec;

import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

/**
 * A record with its components in their order. Only components annotated as nullable may
 * be null.
 */
final class RecordShape implements Shape {

	private final String name;

	private final Constructor<?> constructor;

	private final Component[] components;

	/**
	 * Derives the shape of a record.
	 * @throws IllegalArgumentException if a component has a type that cannot be written
	 */
	RecordShape(Class<?> type, Shapes all) {
		this.name = type.getSimpleName();
		RecordComponent[] parts = type.getRecordComponents();
		Class<?>[] parameters = new Class<?>[parts.length];
		this.components = new Component[parts.length];
		for (int i = 0; i < parts.length; i++) {
			parameters[i] = parts[i].getType();
			this.components[i] = new Component(parts[i], all,
					Stream.of(parts)
						.skip(i + 1L)
						.filter((later) -> later.isAnnotationPresent(Added.class))
						.map(RecordComponent::getName)
						.toList());
		}
		try {
			this.constructor = type.getDeclaredConstructor(parameters);
			this.constructor.setAccessible(true);
		}
		catch (NoSuchMethodException ex) {
			throw new IllegalStateException(type + " lacks its canonical constructor", ex);
		}
	}

	@Override
	public void write(Object value, Sink sink) {
		sink.openRecord(this.name);
		for (int i = 0; i < this.components.length; i++) {
			this.components[i].write(value, i, sink);
		}
		sink.closeRecord();
	}

	@Override
	public Object read(Source source) {
		source.openRecord(this.name);
		@Nullable Object[] arguments = new @Nullable Object[this.components.length];
		for (int i = 0; i < arguments.length; i++) {
			arguments[i] = this.components[i].read(i, source);
		}
		source.closeRecord();
		try {
			return this.constructor.newInstance(arguments);
		}
		catch (InvocationTargetException ex) {
			throw source.unexpected("a " + this.name + " cannot have these values: " + ex.getCause());
		}
		catch (ReflectiveOperationException ex) {
			throw new IllegalStateException("The record " + this.name + " cannot be created", ex);
		}
	}

}
