package io.github.leaderelection.internal.recordcodec;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.RecordComponent;
import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * A component of a record. Primitive components are read without boxing, for the loop
 * records every input and should not allocate.
 */
final class Component {

	private enum Kind {

		LONG, INT, DOUBLE, BOOLEAN, OBJECT

	}

	private final String name;

	private final Kind kind;

	/** Null for primitive components. */
	private final @Nullable Shape shape;

	private final boolean nullable;

	private final boolean added;

	/** The components that were added after this one. */
	private final List<String> later;

	private final MethodHandle reader;

	Component(RecordComponent component, Shapes all, List<String> later) {
		Class<?> type = component.getType();
		this.name = component.getName();
		this.later = later;
		this.kind = kind(type);
		this.shape = (this.kind == Kind.OBJECT) ? all.of(component.getGenericType()) : null;
		this.added = component.isAnnotationPresent(Added.class);
		this.nullable = component.getAnnotatedType().isAnnotationPresent(Nullable.class);
		try {
			component.getAccessor().setAccessible(true);
			Class<?> read = (this.kind == Kind.OBJECT) ? Object.class : type;
			this.reader = MethodHandles.lookup()
				.unreflect(component.getAccessor())
				.asType(MethodType.methodType(read, Object.class));
		}
		catch (IllegalAccessException ex) {
			throw new IllegalArgumentException("The component '" + this.name + "' of "
					+ component.getDeclaringRecord().getName() + " cannot be read: open its package", ex);
		}
	}

	private static Kind kind(Class<?> type) {
		if (type == long.class) {
			return Kind.LONG;
		}
		if (type == int.class) {
			return Kind.INT;
		}
		if (type == double.class) {
			return Kind.DOUBLE;
		}
		return (type == boolean.class) ? Kind.BOOLEAN : Kind.OBJECT;
	}

	void write(Object owner, int index, Sink sink) {
		try {
			if (this.added) {
				writeAdded((Object) this.reader.invokeExact(owner), index, sink);
				return;
			}
			sink.component(this.name, index);
			switch (this.kind) {
				case LONG -> sink.number((long) this.reader.invokeExact(owner));
				case INT -> sink.number((int) this.reader.invokeExact(owner));
				case DOUBLE -> sink.real((double) this.reader.invokeExact(owner));
				case BOOLEAN -> sink.flag((boolean) this.reader.invokeExact(owner));
				case OBJECT -> writeObject((Object) this.reader.invokeExact(owner), sink);
			}
		}
		catch (RuntimeException | Error ex) {
			throw ex;
		}
		catch (Throwable ex) {
			throw new IllegalStateException("The component '" + this.name + "' cannot be read", ex);
		}
	}

	private void writeObject(@Nullable Object value, Sink sink) {
		if (this.nullable) {
			sink.presence(value != null);
			if (value == null) {
				return;
			}
		}
		if (value == null || this.shape == null) {
			throw new IllegalArgumentException("The component '" + this.name + "' is null: annotate it with @Nullable");
		}
		this.shape.write(value, sink);
	}

	private void writeAdded(@Nullable Object value, int index, Sink sink) {
		sink.added(this.name, index, value != null);
		if (value != null && this.shape != null) {
			this.shape.write(value, sink);
		}
	}

	@Nullable Object read(int index, Source source) {
		if (this.added) {
			return (source.added(this.name, index, this.later) && this.shape != null) ? this.shape.read(source) : null;
		}
		source.component(this.name, index);
		return switch (this.kind) {
			case LONG -> source.number();
			case INT -> SimpleShape.integer(source);
			case DOUBLE -> source.real();
			case BOOLEAN -> source.flag();
			case OBJECT -> readObject(source);
		};
	}

	private @Nullable Object readObject(Source source) {
		if (this.shape == null || (this.nullable && !source.presence())) {
			return null;
		}
		return this.shape.read(source);
	}

}
