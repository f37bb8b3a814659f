package io.github.leaderelection.internal.forward;

import java.net.URI;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.gate.Admission;
import org.jspecify.annotations.Nullable;

/**
 * Where a request has to be handled.
 */
public sealed interface Destination {

	/**
	 * On this node, which leads.
	 *
	 * @param admission counts the request as leader-only work until it ends
	 */
	record Local(Admission admission) implements Destination {
	}

	/**
	 * On another member.
	 *
	 * @param url its base URL in the member list of this node
	 */
	record Remote(NodeId leader, long term, URI url) implements Destination {
	}

	/**
	 * Not known.
	 *
	 * @param leader the leader if one is known, but not where its application is found
	 */
	record Nowhere(@Nullable NodeId leader) implements Destination {
	}

	/** No leader is known, and too many requests wait for one. */
	record Crowded() implements Destination {
	}

}
