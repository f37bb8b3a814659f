package io.github.leaderelection.internal.quorum.step;

import io.github.leaderelection.internal.quorum.QuorumMessage.Ceded;
import io.github.leaderelection.internal.quorum.state.KnownLeader;

/**
 * Cessions of other members.
 */
public final class Cessions {

	private Cessions() {
	}

	/**
	 * Notes a cession. It binds its sender in terms up to the one named, so a late one
	 * never touches a later leadership.
	 * @return whether the member that ceded was the known leader
	 */
	public static boolean hear(StepContext step, Ceded ceded) {
		int member = step.config().indexOf(ceded.member());
		if (member < 0) {
			return false;
		}
		step.changePeer(member, (peer) -> peer.ceding(ceded.incarnation(), ceded.term()));
		boolean freed = Voter.free(step, ceded);
		KnownLeader known = step.known();
		boolean ledHere = known != null && known.id().equals(ceded.member())
				&& ceded.covers(known.direct() ? known.incarnation() : ceded.incarnation(), known.term());
		if (ledHere) {
			LeaderWatch.forget(step);
		}
		if (freed) {
			Voter.judgeHeldSoon(step);
		}
		return ledHere;
	}

}
