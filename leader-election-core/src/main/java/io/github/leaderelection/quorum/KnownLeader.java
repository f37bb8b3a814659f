package io.github.leaderelection.quorum;

import io.github.leaderelection.NodeId;

/**
 * The leader another node is.
 *
 * @param id the leader
 * @param incarnation the start of it, 0 for what others said
 * @param term the term it leads in
 * @param token the fencing token of its grant, 0 for what others said
 * @param direct whether this node hears it itself; hearsay never raises a term and never
 * extends a promise
 * @param heardNanos when it was last heard with a quorum behind it, or heard of
 */
record KnownLeader(NodeId id, long incarnation, long term, long token, boolean direct, long heardNanos) {

	KnownLeader heardAt(long nanos) {
		return new KnownLeader(this.id, this.incarnation, this.term, this.token, this.direct, nanos);
	}

}
