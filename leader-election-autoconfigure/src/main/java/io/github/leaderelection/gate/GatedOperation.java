package io.github.leaderelection.gate;

import java.lang.reflect.Method;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

/**
 * A leader-only method.
 *
 * @param method the method
 * @param group the group whose leader may run it
 * @param throwing whether a call that must not run throws
 * @param answer what a call that is skipped answers otherwise
 */
record GatedOperation(Method method, String group, boolean throwing, Supplier<@Nullable Object> answer) {

	String name() {
		return UngatableMethodException.name(this.method);
	}

}
