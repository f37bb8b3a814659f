package io.github.leaderelection.internal.quorum;

import io.github.leaderelection.RevocationReason;
import io.github.leaderelection.internal.protocol.Effect;
import io.github.leaderelection.internal.protocol.Event;

/**
 * Leaving the cluster in order.
 */
final class Stopping {

	private Stopping() {
	}

	static void stop(Turn turn) {
		turn.stopping = true;
		Standing.giveUp(turn);
		Scouting.abandon(turn);
		if (turn.reign != null) {
			HandOver.drain(turn, RevocationReason.STOPPED, null, 0);
		}
		else {
			finish(turn);
		}
	}

	/**
	 * The last step. The mark that spares the next start its wait is written only if
	 * nobody relies on this node: no promise lives, the wait of this start is over, and
	 * it is a voter. A stop never waits for that.
	 */
	static void finish(Turn turn) {
		boolean promised = turn.promise != null && !turn.now.reached(turn.promise.untilNanos());
		boolean waiting = turn.startup.phase() != Startup.Phase.DONE;
		if (turn.canSave() && !promised && !waiting && turn.ballot.voter()) {
			turn.ballot = turn.ballot.withNoPromiseOutstanding(true);
		}
		turn.stopped = true;
		for (QuorumTimer timer : QuorumTimer.values()) {
			turn.clearDeadline(timer);
		}
		turn.then(new Effect.Stopped<>());
	}

	/**
	 * After the stop nothing is answered. Only a mark that could not be written is heard.
	 */
	static void afterStop(Turn turn, Event<QuorumMessage> event) {
		if (event instanceof Event.BallotNotSaved<QuorumMessage> notSaved) {
			Saving.notSaved(turn, notSaved.reason());
		}
	}

}
