package io.github.leaderelection.internal.gate.method;

import java.lang.reflect.Method;
import java.util.Arrays;

import io.github.leaderelection.spring.NotLeaderException;
import org.jspecify.annotations.Nullable;

import org.springframework.core.ResolvableType;
import org.springframework.util.ReflectionUtils;

/**
 * Finds the fallback of a leader-only method.
 */
final class FallbackMethod {

	private FallbackMethod() {
	}

	/**
	 * Finds the fallback of a method.
	 * @param type the type of the object on which the method is called
	 * @throws UngatableMethodException if no method fits
	 */
	static FollowerBehavior.Fallback of(Method method, Class<?> type, String name) {
		Class<?>[] same = method.getParameterTypes();
		Class<?>[] told = Arrays.copyOf(same, same.length + 1);
		told[same.length] = NotLeaderException.class;
		Method withException = find(type, name, told);
		Method found = (withException != null) ? withException : find(type, name, same);
		if (found == null) {
			throw new UngatableMethodException(method,
					"names the fallback '" + name + "', but " + type.getName() + " has no method " + name
							+ parameters(same) + ", with or without a NotLeaderException as last parameter",
					"Give the fallback the parameters of the method");
		}
		if (found.equals(method)) {
			throw new UngatableMethodException(method, "names itself as its fallback",
					"Name another method, or omit fallbackMethod");
		}
		if (!fits(found, method, type)) {
			throw new UngatableMethodException(method,
					"returns " + method.getGenericReturnType().getTypeName() + ", but its fallback '" + name
							+ "' returns " + found.getGenericReturnType().getTypeName(),
					"Let both return the same type");
		}
		ReflectionUtils.makeAccessible(found);
		return new FollowerBehavior.Fallback(found, withException != null);
	}

	private static @Nullable Method find(Class<?> type, String name, Class<?>[] parameters) {
		return ReflectionUtils.findMethod(type, name, parameters);
	}

	/** Whether the result types fit; the result for a void method is ignored. */
	private static boolean fits(Method fallback, Method method, Class<?> type) {
		if (method.getReturnType() == void.class) {
			return true;
		}
		return ResolvableType.forMethodReturnType(method, type)
			.isAssignableFrom(ResolvableType.forMethodReturnType(fallback, type));
	}

	private static String parameters(Class<?>[] types) {
		return '(' + String.join(", ", Arrays.stream(types).map(Class::getSimpleName).toList()) + ')';
	}

}
