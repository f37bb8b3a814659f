package io.github.leaderelection.spring;

import java.util.Optional;

import io.github.leaderelection.LeaderElector.Registration;

/**
 * The leadership under which leader-only work runs, for code that is called in its course
 * and was not given it. It is bound to the thread of a leader-only method from its
 * admission until it returns. Where Micrometer's context-propagation is on the class path
 * and an executor takes the context along, as Boot's do with a
 * {@code ContextPropagatingTaskDecorator}, it is bound there too. Safe for use from any
 * thread.
 */
public interface LeadershipContext {

	/**
	 * The context of the leader-only work that runs on this thread, of the innermost
	 * where one calls another.
	 * @return the context, empty outside of such work and where leader election is
	 * disabled
	 */
	static Optional<LeadershipContext> current() {
		return Optional.ofNullable(LeadershipContextHolder.get());
	}

	/**
	 * The group that is led.
	 * @return the group's name
	 */
	String group();

	/**
	 * The fencing token of the leadership: to be sent along with every write.
	 * @return the token
	 */
	long fencingToken();

	/**
	 * Whether the lease of the very leadership under which the work began is still valid
	 * at this instant.
	 * @return false once it ended, and for ever after
	 */
	boolean isStillLeader();

	/**
	 * Ends work that has outlived its leadership: to be called between the steps of a
	 * long one.
	 * @throws NotLeaderException if {@link #isStillLeader()} is false
	 */
	void checkStillLeader();

	/**
	 * Has something done when the leadership ends: once, on the thread of the leadership
	 * listeners, or on this one if it has ended already. What it throws is logged.
	 * @param action what to do, quickly, for it delays other listeners
	 * @return forgets the action when closed; to be closed when the work ends
	 */
	Registration onRevocation(Runnable action);

}
