package io.github.leaderelection.internal.quorum;

import io.github.leaderelection.internal.protocol.Effect;
import io.github.leaderelection.internal.protocol.Notice;
import io.github.leaderelection.spi.Ballot;

/**
 * What follows from a ballot that was saved, or could not be: nobody votes unsaved.
 */
final class Saving {

	private static final long RETRY_NANOS = 1_000_000_000;

	private Saving() {
	}

	static void saved(Turn turn, Ballot ballot, long tookNanos) {
		turn.saved = ballot;
		SlowSaves.saved(turn, tookNanos);
		if (turn.saveProblem != null) {
			turn.saveProblem = null;
			turn.clearDeadline(QuorumTimer.SAVE_RETRY);
			turn.report(Notice.STATE_USABLE, "this node takes part in elections again");
			Following.suspectLater(turn);
		}
		Standing.voteSaved(turn);
		Raising.voteSaved(turn);
	}

	/**
	 * The node forgets what it could not save. Nobody was told of it but those it asked
	 * for their votes, and without its own it cedes that term: so even where the disk
	 * holds it after all nothing rests on it.
	 */
	static void notSaved(Turn turn, String reason) {
		turn.saveProblem = reason;
		turn.report(Notice.STATE_UNUSABLE, reason);
		Standing.giveUp(turn);
		Scouting.abandon(turn);
		if (turn.reign != null) {
			turn.reign = turn.reign.withRaise(null);
		}
		turn.withoutSave();
		// of the terms it forgets it proposes none again
		turn.counters = turn.counters.aboveFloor(turn.ballot.term());
		if (turn.leader != null) {
			turn.counters = turn.counters.aboveFloor(turn.leader.term());
		}
		if (turn.saved != null) {
			turn.ballot = turn.saved.withNoPromiseOutstanding(false);
		}
		if (!turn.ballot.voter() && !turn.startup.isLost()) {
			turn.startup = turn.startup.lostAgain(turn.nanos(), turn.ballot.spanNanos(), turn.ballot.drift());
			turn.setDeadline(QuorumTimer.STARTUP, turn.startup.waitEndNanos());
		}
		if (turn.stopped) {
			turn.then(new Effect.Stopped<>());
			return;
		}
		turn.setDeadline(QuorumTimer.SAVE_RETRY, turn.nanos() + Math.max(RETRY_NANOS, turn.timing().leaseNanos()));
	}

	static void retry(Turn turn) {
		if (turn.saveProblem != null) {
			turn.saveAgain();
		}
	}

}
