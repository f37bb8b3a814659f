package io.github.leaderelection.internal.ballot;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.ballot.BallotMessage.Elect;
import io.github.leaderelection.internal.ballot.BallotState.Entry;
import io.github.leaderelection.internal.nomination.NominationTimer;
import io.github.leaderelection.internal.nomination.NominationTurn;
import io.github.leaderelection.internal.quorum.QuorumState;
import org.jspecify.annotations.Nullable;

/**
 * The state machine that chooses a leader. It always runs, also on the leader.
 *
 * <p>
 * An ELECT makes its receiver join the election. The receiver's own ELECT does the same
 * to members that have not heard the first one. So a member that reaches all others calls
 * them all, whichever member began. It ends there. In the source every ELECT spreads
 * further, and with messages slower than the bound the electors call each other forever.
 */
final class Elector {

	/**
	 * The number of heartbeat intervals to wait for the first heartbeat, and after a
	 * vote.
	 */
	static final int PATIENCE_AT_FIRST = 5;

	/** The number of heartbeat intervals to wait for the next heartbeat. */
	static final int PATIENCE = 3;

	/** An election spreads to the members that a called member calls. */
	private static final int MOST_HOPS = 1;

	private static final int MOST_LOTS = 1_000_000;

	private Elector() {
	}

	static void begin(NominationTurn<BallotState, BallotMessage> turn) {
		watch(turn, PATIENCE_AT_FIRST * heartbeat(turn));
	}

	/**
	 * A message of a leader arrived. The timer may fire early and is then set anew, for
	 * heartbeats are frequent and failures are rare.
	 */
	static void led(NominationTurn<BallotState, BallotMessage> turn, Seen message) {
		BallotState state = turn.state().led(message);
		turn.state(state.voting() ? state : state.watchingUntil(turn.nanos() + patience(turn)));
	}

	/**
	 * The leader gave up its leadership. The election begins right after this step.
	 */
	static void leaderCeded(NominationTurn<BallotState, BallotMessage> turn) {
		if (!turn.state().voting()) {
			watch(turn, 0);
		}
	}

	/**
	 * At least the time of the source, and longer if the failure detector has measured
	 * longer gaps.
	 */
	private static long patience(NominationTurn<BallotState, BallotMessage> turn) {
		return Math.max(PATIENCE * heartbeat(turn), turn.election().suspicionNanos());
	}

	private static long heartbeat(NominationTurn<BallotState, BallotMessage> turn) {
		return turn.election().settings().heartbeatNanos();
	}

	private static void watch(NominationTurn<BallotState, BallotMessage> turn, long nanos) {
		turn.state(turn.state().watchingUntil(turn.nanos() + nanos));
		turn.start(NominationTimer.SEARCH, nanos);
	}

	/**
	 * The failure detector misses the leader. If its link has ended, there is no need to
	 * wait.
	 */
	static void missed(NominationTurn<BallotState, BallotMessage> turn, boolean atOnce) {
		BallotState state = turn.state();
		NodeId leader = state.seen().leader();
		boolean gone = leader != null && !leader.equals(turn.self()) && !turn.election().connected(leader);
		if (state.voting()) {
			return;
		}
		if (atOnce || gone || turn.reached(state.untilNanos())) {
			open(turn);
		}
		else {
			turn.start(NominationTimer.SEARCH, state.untilNanos() - turn.nanos());
		}
	}

	/**
	 * No LEAD arrived in time.
	 */
	static void watchEnds(NominationTurn<BallotState, BallotMessage> turn) {
		BallotState state = turn.state();
		if (state.voting()) {
			return;
		}
		if (!turn.reached(state.untilNanos())) {
			turn.start(NominationTimer.SEARCH, state.untilNanos() - turn.nanos());
		}
		else if (leadsOrStands(turn)) {
			watch(turn, PATIENCE_AT_FIRST * heartbeat(turn));
		}
		else {
			Candidate.failed(turn);
			open(turn);
		}
	}

	/** Whether this node sends LEAD or is about to, and so does not wait for one. */
	private static boolean leadsOrStands(NominationTurn<BallotState, BallotMessage> turn) {
		QuorumState election = turn.election();
		return turn.self().equals(election.leaderId())
				|| (!election.isLeaderless(turn.nanos()) && !election.hearsLeader(turn.nanos()));
	}

	/**
	 * A link opened, so missing messages may arrive now.
	 */
	static void linkOpened(NominationTurn<BallotState, BallotMessage> turn) {
		turn.state(turn.state().hearing(true));
	}

	private static void open(NominationTurn<BallotState, BallotMessage> turn) {
		vote(turn, 0, Bound.of(turn.state()));
	}

	private static void vote(NominationTurn<BallotState, BallotMessage> turn, int hops, long bound) {
		Claim own = claim(turn);
		turn.state(turn.state().votingUntil(turn.nanos() + bound, own));
		turn.broadcast(new Elect(hops, bound, own));
		turn.start(NominationTimer.ANSWERS, bound);
	}

	private static Claim claim(NominationTurn<BallotState, BallotMessage> turn) {
		BallotState state = turn.state();
		return new Claim(standing(turn), lot(turn), state.seen().term(), turn.self().equals(state.seen().leader()),
				state.seen().number());
	}

	private static int lot(NominationTurn<BallotState, BallotMessage> turn) {
		return turn.state().failed() ? 1 + (int) Long.remainderUnsigned(turn.entropy(), MOST_LOTS) : 0;
	}

	/**
	 * A node with claims of too few members has broken links and would wait for votes in
	 * vain. It counts as unable until claims arrive.
	 */
	private static Claim.Standing standing(NominationTurn<BallotState, BallotMessage> turn) {
		QuorumState election = turn.election();
		if (turn.self().equals(election.leaderId())) {
			return Claim.Standing.READY;
		}
		if (!election.couldStand() || !turn.state().heardEnough()) {
			return Claim.Standing.UNABLE;
		}
		return election.standsBehind(turn.nanos()) ? Claim.Standing.BEHIND : Claim.Standing.READY;
	}

	/**
	 * Records the claim of another member, and joins the election. The slower member's
	 * bound applies to both.
	 */
	static void heard(NominationTurn<BallotState, BallotMessage> turn, NodeId from, Elect elect) {
		turn.state(turn.state().heardFrom(from, turn.nanos()));
		if (!turn.state().voting()) {
			if (elect.hops() < 0 || elect.hops() > MOST_HOPS) {
				return;
			}
			vote(turn, elect.hops() + 1, Bound.agreed(turn.state(), elect.boundNanos()));
		}
		turn.state(turn.state().recording(from, elect.claim()));
	}

	/**
	 * The collection of claims ends.
	 * @return the claim that this node votes for; null while the election goes on, or if
	 * no member would stand
	 */
	static @Nullable Entry votingEnds(NominationTurn<BallotState, BallotMessage> turn) {
		BallotState state = turn.state();
		if (!state.voting()) {
			return null;
		}
		if (!turn.reached(state.untilNanos())) {
			turn.start(NominationTimer.ANSWERS, state.untilNanos() - turn.nanos());
			return null;
		}
		Entry best = best(turn);
		boolean enough = state.hearsEnough(turn.nanos());
		turn.state(state.hearing(enough));
		boolean soon = enough ? best == null : state.heardEnough();
		watch(turn, soon ? Bound.of(state) : PATIENCE_AT_FIRST * heartbeat(turn));
		return best;
	}

	/**
	 * This node voted for itself. The votes of others arrive within a round trip, or
	 * there are too few.
	 */
	static void awaitVotes(NominationTurn<BallotState, BallotMessage> turn) {
		watch(turn, Bound.of(turn.state()));
	}

	/**
	 * A leader that this node hears is alive, even if its claim did not arrive.
	 */
	private static @Nullable Entry best(NominationTurn<BallotState, BallotMessage> turn) {
		BallotState state = turn.state();
		NodeId leader = turn.election().leaderId();
		if (leader != null && turn.election().hearsLeader(turn.nanos())) {
			Seen seen = state.seen();
			return new Entry(leader, new Claim(Claim.Standing.READY, 0, seen.term(), true, seen.number()));
		}
		return state.best();
	}

}
