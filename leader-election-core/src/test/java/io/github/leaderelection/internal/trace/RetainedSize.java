package io.github.leaderelection.internal.trace;

import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Set;

/**
 * What an object keeps alive, reckoned from what can be reached from it: each object with
 * 16 bytes for its header and 8 for every field, arrays by their elements. That is more
 * than a virtual machine with compressed references needs. Classes and the form of the
 * trace are shared by all and do not count.
 */
final class RetainedSize {

	private static final long HEADER = 16;

	private static final Map<Class<?>, Integer> ELEMENTS = Map.of(byte.class, 1, boolean.class, 1, char.class, 2,
			int.class, 4, long.class, 8);

	private RetainedSize() {
	}

	static long of(Object root) {
		Set<Object> seen = Collections.newSetFromMap(new IdentityHashMap<>());
		Deque<Object> open = new ArrayDeque<>();
		open.add(root);
		long size = 0;
		while (!open.isEmpty()) {
			Object next = open.remove();
			if (seen.add(next) && !(next instanceof TraceFormat<?, ?>)) {
				size += own(next, open);
			}
		}
		return size;
	}

	private static long own(Object object, Deque<Object> open) {
		Class<?> type = object.getClass();
		if (type.isArray()) {
			int length = Array.getLength(object);
			for (int i = 0; i < length && object instanceof Object[] array; i++) {
				if (array[i] != null) {
					open.add(array[i]);
				}
			}
			return HEADER + (long) length * ELEMENTS.getOrDefault(type.getComponentType(), 8);
		}
		if (object instanceof String text) {
			return 3 * HEADER + 2L * text.length();
		}
		if (object instanceof Map<?, ?> map) {
			open.addAll(map.keySet());
			return 2 * HEADER + map.size() * 4 * HEADER;
		}
		if (type.getName().startsWith("java.")) {
			return 2 * HEADER;
		}
		long size = HEADER;
		for (Field field : type.getDeclaredFields()) {
			if (!Modifier.isStatic(field.getModifiers())) {
				size += 8;
				Object value = value(field, object);
				if (value != null && !field.getType().isPrimitive()) {
					open.add(value);
				}
			}
		}
		return size;
	}

	private static Object value(Field field, Object owner) {
		try {
			field.setAccessible(true);
			return field.get(owner);
		}
		catch (IllegalAccessException ex) {
			throw new IllegalStateException(ex);
		}
	}

}
