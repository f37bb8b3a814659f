package io.github.leaderelection.internal.hints;

import java.lang.reflect.GenericArrayType;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.LinkedHashSet;
import java.util.Set;

/**
 * Collects the records, enums and sealed types of which values consist. Used by one
 * thread.
 */
final class ValueTypes {

	private final Set<Class<?>> found = new LinkedHashSet<>();

	/** Adds a type, and all types of its subtypes and components. */
	void add(Type type) {
		if (type instanceof ParameterizedType generic) {
			add(generic.getRawType());
			for (Type argument : generic.getActualTypeArguments()) {
				add(argument);
			}
		}
		else if (type instanceof GenericArrayType array) {
			add(array.getGenericComponentType());
		}
		else if (type instanceof Class<?> plain) {
			addClass(plain);
		}
	}

	private void addClass(Class<?> type) {
		if (type.isArray()) {
			add(type.getComponentType());
		}
		else if ((type.isRecord() || type.isSealed() || type.isEnum()) && this.found.add(type)) {
			if (type.isRecord()) {
				for (RecordComponent component : type.getRecordComponents()) {
					add(component.getGenericType());
				}
			}
			else if (type.isSealed()) {
				for (Class<?> permitted : type.getPermittedSubclasses()) {
					add(permitted);
				}
			}
		}
	}

	Set<Class<?>> all() {
		return this.found;
	}

}
