package io.github.leaderelection.internal.forward;

import java.net.URI;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.gate.Admission;
import org.jspecify.annotations.Nullable;

/**
 * The destination of a request for the leader.
 */
public sealed interface Destination {

	/**
	 * This node, which leads.
	 *
	 * @param admission counts the request as leader-only work until it ends
	 */
	record Local(Admission admission) implements Destination {
	}

	/**
	 * Another member, which leads.
	 *
	 * @param url the base URL of the leader as this node knows it
	 */
	record Remote(NodeId leader, long term, URI url) implements Destination {
	}

	/**
	 * An unknown destination.
	 *
	 * @param leader the known leader without a known application URL, null without a
	 * known leader
	 */
	record Nowhere(@Nullable NodeId leader) implements Destination {
	}

	/** No leader is known, and too many requests wait for one. */
	record Crowded() implements Destination {
	}

}
