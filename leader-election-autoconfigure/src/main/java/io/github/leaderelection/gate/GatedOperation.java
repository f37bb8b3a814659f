package io.github.leaderelection.gate;

import java.lang.reflect.Method;

/**
 * A leader-only method.
 *
 * @param method the method
 * @param group the group whose leader may run it
 * @param otherwise what a call does that must not run
 * @param reactive whether it returns a publisher, so that the gate is asked at each
 * subscription
 * @param interrupted whether its thread is interrupted when the grant ends
 */
record GatedOperation(Method method, String group, Otherwise otherwise, boolean reactive, boolean interrupted) {

	String name() {
		return UngatableMethodException.name(this.method);
	}

}
