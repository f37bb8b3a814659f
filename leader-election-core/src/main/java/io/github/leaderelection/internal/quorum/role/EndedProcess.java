package io.github.leaderelection.internal.quorum.role;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.quorum.state.KnownLeader;
import io.github.leaderelection.internal.quorum.step.Attempts;
import io.github.leaderelection.internal.quorum.step.LeaderWatch;
import io.github.leaderelection.internal.quorum.step.StepContext;
import io.github.leaderelection.internal.quorum.step.Voter;

/**
 * What follows when the process of a member has ended. It is as if that start had revoked
 * its leadership, ceded every term, and fallen silent for ever: nobody leads by what was
 * promised to it.
 */
public final class EndedProcess {

	private EndedProcess() {
	}

	/**
	 * Frees this node of what it promised to that start, and stands if nobody leads. What
	 * it promised to other starts, its start wait, and what others promised stay.
	 */
	public static void told(StepContext step, NodeId peer, long incarnation) {
		int member = step.config().indexOf(peer);
		if (member < 0) {
			return;
		}
		step.changePeer(member, (known) -> known.ended(incarnation));
		boolean freed = Voter.free(step, peer, incarnation);
		KnownLeader known = step.known();
		boolean led = known != null && known.direct() && known.id().equals(peer) && known.incarnation() == incarnation;
		if (led) {
			LeaderWatch.forget(step);
		}
		if (!freed && !led) {
			return;
		}
		if (step.scouting() != null) {
			Scouting.freed(step);
		}
		else if (step.state().isLeaderless(step.nanos())) {
			Attempts.freed(step);
		}
	}

}
