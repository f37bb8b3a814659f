package io.github.leaderelection.simulator.explorer;

import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

/**
 * The components of one type of a nomination's state, and how to read them and to make
 * such a value anew.
 */
final class Form {

	private static final Map<Class<?>, Form> FORMS = new ConcurrentHashMap<>();

	private final Method[] accessors;

	private final Trait[] traits;

	private final Constructor<?> constructor;

	private Form(Class<?> type) {
		RecordComponent[] components = type.getRecordComponents();
		this.accessors = Stream.of(components).map(RecordComponent::getAccessor).toArray(Method[]::new);
		Stream.of(this.accessors).forEach((accessor) -> accessor.setAccessible(true));
		this.traits = Stream.of(components).map(Traits::of).toArray(Trait[]::new);
		try {
			this.constructor = type
				.getDeclaredConstructor(Stream.of(components).map(RecordComponent::getType).toArray(Class<?>[]::new));
			this.constructor.setAccessible(true);
		}
		catch (NoSuchMethodException ex) {
			throw new IllegalStateException("'" + type + "' cannot be made from its components", ex);
		}
	}

	static Form of(Class<?> type) {
		return FORMS.computeIfAbsent(type, Form::new);
	}

	Trait trait(int component) {
		return this.traits[component];
	}

	@Nullable Object[] read(Object value) {
		@Nullable Object[] values = new Object[this.accessors.length];
		try {
			for (int i = 0; i < values.length; i++) {
				values[i] = this.accessors[i].invoke(value);
			}
		}
		catch (ReflectiveOperationException ex) {
			throw new IllegalStateException(ex);
		}
		return values;
	}

	Object make(@Nullable Object[] values) {
		try {
			return this.constructor.newInstance(values);
		}
		catch (ReflectiveOperationException ex) {
			throw new IllegalStateException(ex);
		}
	}

}
