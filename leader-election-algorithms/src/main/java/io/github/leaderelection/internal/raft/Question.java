package io.github.leaderelection.internal.raft;

import java.util.ArrayList;
import java.util.List;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.quorum.QuorumMessage;

/**
 * A scouting request or proposal of this node that waits for its position.
 *
 * @param sinceNanos when it was first to be sent
 */
record Question(long request, QuorumMessage message, List<NodeId> to, long sinceNanos) {

	Question {
		to = List.copyOf(to);
	}

	Question alsoTo(NodeId member) {
		if (this.to.contains(member)) {
			return this;
		}
		List<NodeId> all = new ArrayList<>(this.to);
		all.add(member);
		return new Question(this.request, this.message, all, this.sinceNanos);
	}

}
