package io.github.leaderelection.fencing;

import io.github.leaderelection.NodeId;
import org.jspecify.annotations.Nullable;

/**
 * Stops a former leader for certain, before the next leader is granted. Asked only by a
 * node that a quorum supports now, or that holds the lease in a store, on a thread of its
 * own.
 *
 * @author Leader Election contributors
 * @since 0.1.0
 */
@FunctionalInterface
public interface NodeFence {

	/**
	 * Stops a member, and returns once it is certain that nothing runs there any more.
	 * May be asked again for the same member, and must return the same then.
	 * @param target the member
	 * @return what became of it; an exception counts as {@link Outcome#UNKNOWN}
	 */
	Outcome fence(Target target);

	/**
	 * A member that may still do work of a former leadership.
	 *
	 * @param group the group that it led
	 * @param member its id
	 * @param url its base URL, or {@code null} if it is not known
	 * @param incarnation names the start of the member that was the leader
	 * @param fencingToken of its leadership
	 */
	record Target(String group, NodeId member, @Nullable String url, long incarnation, long fencingToken) {
	}

	/**
	 * What became of a member.
	 */
	enum Outcome {

		/** Nothing that this start of the member began runs any more. */
		CONFIRMED,

		/** The member runs on: it was not stopped on purpose. */
		REFUSED,

		/** The member may have been stopped, or not. */
		UNKNOWN

	}

}
