package io.github.leaderelection.internal.gate.method;

import java.lang.reflect.Method;

import org.jspecify.annotations.Nullable;

import org.springframework.core.ReactiveAdapter;

/**
 * A leader-only method.
 *
 * @param name its name for operators; computed once, as every call uses it
 * @param group the group whose leader may run it
 * @param adapter of the publisher it returns, of which each subscription asks the gate;
 * null if it returns none
 * @param interrupted whether its thread is interrupted when the leadership ends
 * @param transactional whether it runs in a transaction that only the leader commits
 */
record GatedOperation(Method method, String name, String group, FollowerBehavior otherwise,
		@Nullable ReactiveAdapter adapter, boolean interrupted, boolean transactional, Afterwards afterwards) {

	GatedOperation(Method method, String group, FollowerBehavior otherwise, @Nullable ReactiveAdapter adapter,
			boolean interrupted, boolean transactional, Afterwards afterwards) {
		this(method, UngatableMethodException.name(method), group, otherwise, adapter, interrupted, transactional,
				afterwards);
	}

	/**
	 * What becomes of a skipped call.
	 */
	enum Afterwards {

		/** It is forgotten, as the annotation chose. */
		NOTHING,

		/** It is forgotten, and nobody chose. */
		FORGOTTEN,

		/** It is kept, and made once this node leads. */
		DEFERRED,

		/** It is a scheduled run, and told of if nobody took it. */
		WATCHED,

		/** It is told of, too, and made up by the next leader. */
		MADE_UP

	}

}
