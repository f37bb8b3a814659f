package io.github.leaderelection.spring;

import java.util.Optional;

import io.github.leaderelection.LeaderElector.Registration;

/**
 * The leadership under which leader-only work runs. It is bound to the thread of a
 * leader-only method from its admission until its return. With Micrometer's
 * context-propagation it also follows the work to executors, such as Spring Boot's with a
 * {@code ContextPropagatingTaskDecorator}. Safe for use from any thread.
 */
public interface LeadershipContext {

	/**
	 * The context of the leader-only work on this thread. Nested work has its own
	 * context.
	 * @return the context; empty outside of such work, and if leader election is disabled
	 */
	static Optional<LeadershipContext> current() {
		return Optional.ofNullable(LeadershipContextHolder.get());
	}

	/**
	 * The group of the leadership.
	 * @return the group's name
	 */
	String group();

	/**
	 * The fencing token of the leadership, to be sent with every write.
	 * @return the token
	 */
	long fencingToken();

	/**
	 * Whether the leadership under which the work began still has a valid lease.
	 * @return false from the end of that leadership on
	 */
	boolean isStillLeader();

	/**
	 * Fails if the leadership has ended. Long work should call this between its steps.
	 * @throws NotLeaderException if {@link #isStillLeader()} is false
	 */
	void checkStillLeader();

	/**
	 * Runs an action once when the leadership ends, on the thread of the leadership
	 * listeners. Runs it on the calling thread if the leadership has already ended.
	 * Exceptions of the action are logged.
	 * @param action must be quick, as it delays other listeners
	 * @return removes the action when closed; close it when the work ends
	 */
	Registration onRevocation(Runnable action);

}
