package io.github.leaderelection.internal.gate.method;

import java.lang.reflect.Method;

import org.jspecify.annotations.Nullable;

import org.springframework.core.ReactiveAdapter;

/**
 * A leader-only method.
 *
 * @param name the name for operators; computed once, because every call uses it
 * @param group the group whose leader may run the method
 * @param adapter the adapter of the returned publisher, whose subscriptions ask the gate;
 * null without a publisher
 * @param interrupted whether the end of the leadership interrupts the thread
 * @param transactional whether the method runs in a transaction that only the leader
 * commits
 */
record GatedOperation(Method method, String name, String group, FollowerBehavior otherwise,
		@Nullable ReactiveAdapter adapter, boolean interrupted, boolean transactional, Afterwards afterwards) {

	GatedOperation(Method method, String group, FollowerBehavior otherwise, @Nullable ReactiveAdapter adapter,
			boolean interrupted, boolean transactional, Afterwards afterwards) {
		this(method, UngatableMethodException.name(method), group, otherwise, adapter, interrupted, transactional,
				afterwards);
	}

	/**
	 * The treatment of a skipped call.
	 */
	enum Afterwards {

		/** The call is dropped, as the annotation specifies, or is not skipped. */
		NOTHING,

		/** The call is dropped by default. */
		FORGOTTEN,

		/** The call is kept, and runs once this node leads. */
		DEFERRED,

		/** The call is a scheduled run, which is reported if no node took it. */
		WATCHED,

		/**
		 * The call is a scheduled run, which is reported, and made up by the next leader.
		 */
		MADE_UP

	}

}
