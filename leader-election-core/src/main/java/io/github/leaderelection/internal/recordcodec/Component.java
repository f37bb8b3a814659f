package io.github.leaderelection.internal.recordcodec;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.RecordComponent;
import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * A component of a record.
 */
final class Component {

	private final String name;

	private final Shape shape;

	private final boolean nullable;

	private final boolean added;

	/** The components that were added after this one. */
	private final List<String> later;

	private final MethodHandle reader;

	Component(RecordComponent component, Shapes all, List<String> later) {
		this.name = component.getName();
		this.later = later;
		this.shape = all.of(component.getGenericType());
		this.added = component.isAnnotationPresent(Added.class);
		this.nullable = component.getAnnotatedType().isAnnotationPresent(Nullable.class);
		try {
			component.getAccessor().setAccessible(true);
			this.reader = MethodHandles.lookup()
				.unreflect(component.getAccessor())
				.asType(MethodType.methodType(Object.class, Object.class));
		}
		catch (IllegalAccessException ex) {
			throw new IllegalArgumentException("The component '" + this.name + "' of "
					+ component.getDeclaringRecord().getName() + " cannot be read: open its package", ex);
		}
	}

	void write(Object owner, int index, Sink sink) {
		Object value = value(owner);
		if (this.added) {
			sink.added(this.name, index, value != null);
		}
		else {
			sink.component(this.name, index);
			if (this.nullable) {
				sink.presence(value != null);
			}
			else if (value == null) {
				throw new IllegalArgumentException(
						"The component '" + this.name + "' is null: annotate it with @Nullable");
			}
		}
		if (value != null) {
			this.shape.write(value, sink);
		}
	}

	private @Nullable Object value(Object owner) {
		try {
			return (Object) this.reader.invokeExact(owner);
		}
		catch (RuntimeException | Error ex) {
			throw ex;
		}
		catch (Throwable ex) {
			throw new IllegalStateException("The component '" + this.name + "' cannot be read", ex);
		}
	}

	@Nullable Object read(int index, Source source) {
		if (this.added) {
			return source.added(this.name, index, this.later) ? this.shape.read(source) : null;
		}
		source.component(this.name, index);
		return (this.nullable && !source.presence()) ? null : this.shape.read(source);
	}

}
