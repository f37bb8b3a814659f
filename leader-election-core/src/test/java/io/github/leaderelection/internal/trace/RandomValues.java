package io.github.leaderelection.internal.trace;

import java.lang.reflect.Array;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.protocol.ElectionProtocol;
import io.github.leaderelection.internal.protocol.ElectionSettings;
import io.github.leaderelection.internal.protocol.Timer;
import io.github.leaderelection.spi.ElectionMessage;
import org.jspecify.annotations.Nullable;

/**
 * Values of any type a protocol is made of, the same for the same seed.
 */
final class RandomValues {

	private static final long[] LONGS = { 0, 1, -1, 127, 128, Long.MAX_VALUE, Long.MIN_VALUE, 1_700_000_000_000L };

	private static final String[] TEXTS = { "", "null", "a", "with \"quotes\", \\ and (brackets)]", "two\nlines\t",
			"\u00e9\u2026\ud83d\ude00", "x".repeat(300) };

	private final Random random;

	private final ElectionProtocol<?, ?> protocol;

	RandomValues(long seed, ElectionProtocol<?, ?> protocol) {
		this.random = new Random(seed);
		this.protocol = protocol;
	}

	Object of(Type type) {
		if (type instanceof ParameterizedType generic) {
			return (generic.getRawType() == List.class) ? list(generic.getActualTypeArguments()[0])
					: of(generic.getRawType());
		}
		if (type instanceof TypeVariable<?> variable) {
			return of((variable.getBounds()[0] == ElectionMessage.class) ? this.protocol.messageType()
					: this.protocol.stateType());
		}
		return ofClass((Class<?>) type);
	}

	private List<Object> list(Type element) {
		List<Object> list = new ArrayList<>();
		for (int i = this.random.nextInt(4); i > 0; i--) {
			list.add(of(element));
		}
		return List.copyOf(list);
	}

	private Object ofClass(Class<?> type) {
		if (type == Timer.class) {
			return ofClass(this.protocol.timerType());
		}
		if (type == long.class || type == Long.class) {
			return this.random.nextBoolean() ? LONGS[this.random.nextInt(LONGS.length)] : this.random.nextLong() >> 20;
		}
		if (type == int.class || type == Integer.class) {
			return this.random.nextInt(100) - 10;
		}
		if (type == double.class) {
			return this.random.nextDouble();
		}
		if (type == boolean.class) {
			return this.random.nextBoolean();
		}
		if (type == String.class) {
			return TEXTS[this.random.nextInt(TEXTS.length)];
		}
		if (type == NodeId.class) {
			return NodeId.of("host-" + this.random.nextInt(5) + ":8080");
		}
		if (type.isEnum()) {
			return type.getEnumConstants()[this.random.nextInt(type.getEnumConstants().length)];
		}
		if (type.isArray()) {
			return array(type.getComponentType());
		}
		if (type == ElectionSettings.class) {
			return CountingProtocol.recovered().settings();
		}
		if (type.isRecord()) {
			return record(type);
		}
		Class<?>[] kinds = type.getPermittedSubclasses();
		return of(kinds[this.random.nextInt(kinds.length)]);
	}

	private Object array(Class<?> element) {
		Object array = Array.newInstance(element, this.random.nextInt(4));
		for (int i = 0; i < Array.getLength(array); i++) {
			Array.set(array, i, of(element));
		}
		return array;
	}

	private Object record(Class<?> type) {
		RecordComponent[] components = type.getRecordComponents();
		Class<?>[] parameters = new Class<?>[components.length];
		for (int i = 0; i < parameters.length; i++) {
			parameters[i] = components[i].getType();
		}
		while (true) {
			try {
				Constructor<?> constructor = type.getDeclaredConstructor(parameters);
				constructor.setAccessible(true);
				return constructor.newInstance(arguments(components));
			}
			catch (InvocationTargetException ex) {
				if (!(ex.getCause() instanceof IllegalArgumentException)) {
					throw new IllegalStateException(ex);
				}
				// these values are refused: draw others
			}
			catch (ReflectiveOperationException ex) {
				throw new IllegalStateException(ex);
			}
		}
	}

	private Object[] arguments(RecordComponent[] components) {
		Object[] arguments = new Object[components.length];
		for (int i = 0; i < arguments.length; i++) {
			boolean nullable = components[i].getAnnotatedType().isAnnotationPresent(Nullable.class);
			arguments[i] = (nullable && this.random.nextBoolean()) ? null : of(components[i].getGenericType());
		}
		return arguments;
	}

	/** Whether two values are equal, arrays in them by their elements. */
	static boolean same(Object one, Object other) {
		if (one == null || other == null || one.getClass() != other.getClass()) {
			return one == other || (one instanceof List<?> && other instanceof List<?> && one.equals(other))
					|| (one instanceof List<?> a && other instanceof List<?> b && same(a.toArray(), b.toArray()));
		}
		if (one.getClass().isArray()) {
			boolean same = Array.getLength(one) == Array.getLength(other);
			for (int i = 0; same && i < Array.getLength(one); i++) {
				same = same(Array.get(one, i), Array.get(other, i));
			}
			return same;
		}
		if (one instanceof List<?> a && other instanceof List<?> b) {
			return same(a.toArray(), b.toArray());
		}
		return one.getClass().isRecord() ? sameComponents(one, other) : one.equals(other);
	}

	private static boolean sameComponents(Object one, Object other) {
		try {
			for (RecordComponent component : one.getClass().getRecordComponents()) {
				component.getAccessor().setAccessible(true);
				if (!same(component.getAccessor().invoke(one), component.getAccessor().invoke(other))) {
					return false;
				}
			}
			return true;
		}
		catch (ReflectiveOperationException ex) {
			throw new IllegalStateException(ex);
		}
	}

}
