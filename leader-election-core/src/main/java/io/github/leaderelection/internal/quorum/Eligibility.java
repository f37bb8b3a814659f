package io.github.leaderelection.internal.quorum;

import io.github.leaderelection.RevocationReason;
import io.github.leaderelection.internal.protocol.Effect;

/**
 * Standing, or not, as the application wishes. It steers who leads and proves nothing: a
 * node that does not stand votes, promises and acknowledges as before.
 */
final class Eligibility {

	private Eligibility() {
	}

	static void changed(Turn turn, long request, boolean eligible) {
		boolean before = turn.eligible;
		turn.eligible = eligible;
		if (before != eligible) {
			turn.broadcast(Membership.introduction(turn, false));
		}
		if (!eligible && turn.reign != null) {
			HandOver.drain(turn, RevocationReason.INELIGIBLE, null, request);
			return;
		}
		if (!eligible) {
			Standing.giveUp(turn);
			Scouting.abandon(turn);
			Following.suspectLater(turn);
		}
		else if (!before && turn.reign == null && !turn.hearsBackedLeader(turn.self())) {
			Membership.sooner(turn);
		}
		if (request != 0) {
			turn.first(new Effect.Answer<>(request, null));
		}
	}

}
