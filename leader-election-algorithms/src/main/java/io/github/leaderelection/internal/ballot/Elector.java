package io.github.leaderelection.internal.ballot;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.ballot.BallotMessage.Elect;
import io.github.leaderelection.internal.ballot.BallotState.Entry;
import io.github.leaderelection.internal.nomination.NominationTimer;
import io.github.leaderelection.internal.nomination.NominationTurn;
import io.github.leaderelection.internal.quorum.QuorumState;
import org.jspecify.annotations.Nullable;

/**
 * The machine that chooses a leader. It runs always, on the leader too.
 *
 * <p>
 * An ELECT brings its receiver into the election, whose ELECT does the same to those that
 * have not heard the first: so a member that reaches all calls all, whoever of them
 * began. But it ends there. In the source every ELECT does it again, and where a message
 * takes longer than the bound the electors call each other for ever.
 */
final class Elector {

	/** How many heartbeats a member waits for a first one, and for one after a vote. */
	static final int PATIENCE_AT_FIRST = 5;

	/** How many heartbeats a member waits for the next one. */
	static final int PATIENCE = 3;

	/** How far an election spreads: to those that a member who was called calls. */
	private static final int MOST_HOPS = 1;

	private static final int MOST_LOTS = 1_000_000;

	private Elector() {
	}

	static void begin(NominationTurn<BallotState, BallotMessage> turn) {
		watch(turn, PATIENCE_AT_FIRST * heartbeat(turn));
	}

	/**
	 * A message of a leader arrived. The timer is left to fire early and is set anew
	 * then: heartbeats are frequent and failures are not.
	 */
	static void led(NominationTurn<BallotState, BallotMessage> turn, Seen message) {
		BallotState state = turn.state().led(message);
		turn.state(state.voting() ? state : state.watchingUntil(turn.nanos() + patience(turn)));
	}

	/**
	 * The leader gave leadership up: begins as soon as this step is over.
	 */
	static void leaderCeded(NominationTurn<BallotState, BallotMessage> turn) {
		if (!turn.state().voting()) {
			watch(turn, 0);
		}
	}

	/**
	 * At least what the source says, and longer where the failure detector has seen
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
	 * The failure detector misses the leader. Where its link has ended there is nothing
	 * to wait for.
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
	 * No LEAD came in time.
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

	/** It sends LEAD, or is about to, and waits for none. */
	private static boolean leadsOrStands(NominationTurn<BallotState, BallotMessage> turn) {
		QuorumState election = turn.election();
		return turn.self().equals(election.leaderId())
				|| (!election.isLeaderless(turn.nanos()) && !election.hearsLeader(turn.nanos()));
	}

	/**
	 * A link opened: what did not come before may come now.
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
	 * One that claims of too few members came to would wait for their votes in vain: the
	 * links it takes to be open are not. It does not count as able until they come.
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
	 * A claim of another: records it, and takes part. The bound of the slower of the two
	 * holds for both.
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
	 * The claims are in.
	 * @return whom this node votes for and on what claim, null while it goes on and where
	 * nobody would stand
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
	 * This node votes for itself: the votes of others are there within a round trip, or
	 * there are not enough.
	 */
	static void awaitVotes(NominationTurn<BallotState, BallotMessage> turn) {
		watch(turn, Bound.of(turn.state()));
	}

	/**
	 * The old leader is alive where this node hears it, whether or not its claim came.
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
