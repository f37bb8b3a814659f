package io.github.leaderelection.simulator.explorer.node;

import io.github.leaderelection.Role;
import io.github.leaderelection.internal.quorum.QuorumMessage;
import io.github.leaderelection.internal.quorum.QuorumState;
import io.github.leaderelection.simulator.explorer.network.Message;

/**
 * The last term of a search.
 */
record LastTerm(long term) {

	/**
	 * The last term is searched up to its grants. What its leader says then, or who gives
	 * up in it, can change votes and leases of later terms only.
	 */
	boolean leavesOut(Message message) {
		return message.body().term() == this.term && (message.body() instanceof QuorumMessage.LeaderHeartbeat
				|| message.body() instanceof QuorumMessage.LeadershipCession);
	}

	/**
	 * Whether a node has voted in the last term and neither stands nor leads: all it can
	 * still do within the bounds is to say so.
	 */
	boolean isOver(QuorumState state) {
		return state.ballot().term() == this.term && state.ballot().vote() != null && state.role() == Role.FOLLOWER;
	}

}
