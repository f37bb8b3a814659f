package io.github.leaderelection.internal.gate.method;

import java.lang.reflect.Method;

/**
 * A leader-only method.
 *
 * @param name its name for operators; computed once, as every call uses it
 * @param group the group whose leader may run it
 * @param otherwise what a refused call does
 * @param reactive whether it returns a publisher, so that each subscription asks the gate
 * @param interrupted whether its thread is interrupted when the leadership ends
 * @param transactional whether it runs in a transaction that only the leader commits
 */
record GatedOperation(Method method, String name, String group, FollowerBehavior otherwise, boolean reactive,
		boolean interrupted, boolean transactional) {

	GatedOperation(Method method, String group, FollowerBehavior otherwise, boolean reactive, boolean interrupted,
			boolean transactional) {
		this(method, UngatableMethodException.name(method), group, otherwise, reactive, interrupted, transactional);
	}

}
