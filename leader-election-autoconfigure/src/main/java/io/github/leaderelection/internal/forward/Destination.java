package io.github.leaderelection.internal.forward;

import java.net.URI;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.gate.Admission;

/**
 * Where a request belongs.
 */
sealed interface Destination {

	/**
	 * To this node, which leads.
	 *
	 * @param admission counts it as leader-only work until it is ended
	 */
	record Here(Admission admission) implements Destination {
	}

	/**
	 * To another member.
	 *
	 * @param leader its id
	 * @param term the term it leads in
	 * @param url its base URL, from the member list of this node
	 */
	record There(NodeId leader, long term, URI url) implements Destination {
	}

	/** Nobody knows. */
	record Nowhere() implements Destination {
	}

	/** Nobody knows, and too many wait to find out. */
	record Crowded() implements Destination {
	}

}
