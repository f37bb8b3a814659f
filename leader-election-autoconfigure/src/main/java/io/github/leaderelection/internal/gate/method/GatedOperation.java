package io.github.leaderelection.internal.gate.method;

import java.lang.reflect.Method;

/**
 * A leader-only method.
 *
 * @param method the method
 * @param name its name, as operators see it; made once, for it goes with every call
 * @param group the group whose leader may run it
 * @param otherwise what a call does that must not run
 * @param reactive whether it returns a publisher, so that the gate is asked at each
 * subscription
 * @param interrupted whether its thread is interrupted when the grant ends
 */
record GatedOperation(Method method, String name, String group, Otherwise otherwise, boolean reactive,
		boolean interrupted) {

	GatedOperation(Method method, String group, Otherwise otherwise, boolean reactive, boolean interrupted) {
		this(method, UngatableMethodException.name(method), group, otherwise, reactive, interrupted);
	}

}
