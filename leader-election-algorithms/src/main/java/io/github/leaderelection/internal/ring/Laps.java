package io.github.leaderelection.internal.ring;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.nomination.NominationTimer;
import io.github.leaderelection.internal.nomination.NominationTurn;
import io.github.leaderelection.internal.quorum.QuorumState;
import io.github.leaderelection.internal.ring.RingMessage.Coordinator;
import io.github.leaderelection.internal.ring.RingMessage.Election;
import io.github.leaderelection.internal.ring.RingState.Phase;

/**
 * The two laps: how a node begins one, handles an arriving one, and reacts to a lost one.
 */
final class Laps {

	/** Enough doublings for every ratio of lease and lap. */
	private static final int MOST_DOUBLINGS = 16;

	private final Ring ring;

	Laps(Ring ring) {
		this.ring = ring;
	}

	/**
	 * Sends the own id around the ring.
	 */
	void begin(NominationTurn<RingState, RingMessage> turn) {
		passOn(turn, turn.state().lap() + 1, self(turn));
	}

	private static RingCandidate self(NominationTurn<RingState, RingMessage> turn) {
		return new RingCandidate(turn.self(), turn.election().standsBehind(turn.nanos()), turn.state().failures());
	}

	private void passOn(NominationTurn<RingState, RingMessage> turn, long lap, RingCandidate candidate) {
		RingState state = turn.state().takingPart(lap, candidate);
		turn.state(state);
		enter(turn, Phase.TAKING_PART, waitNanos(state));
		if (!this.ring.pass(turn, new Election(lap, candidate))) {
			endOfRing(turn, candidate);
		}
	}

	/**
	 * A message of the first lap arrived.
	 */
	void arrived(NominationTurn<RingState, RingMessage> turn, NodeId from, Election election) {
		RingState state = turn.state();
		if (turn.self().equals(turn.election().leaderId())) {
			turn.state(state.atLap(Math.max(state.lap(), election.lap())));
			tellAll(turn);
			return;
		}
		boolean busy = state.phase() != Phase.IDLE && !turn.reached(state.untilNanos());
		if (!busy || election.lap() > state.lap()) {
			join(turn, election);
		}
		else if (state.phase() == Phase.TAKING_PART && election.lap() == state.lap()) {
			goOn(turn, from, election);
		}
		// Otherwise the lap has ended.
	}

	private void join(NominationTurn<RingState, RingMessage> turn, Election election) {
		RingCandidate candidate = election.candidate();
		RingCandidate self = self(turn);
		boolean better = self.raises(candidate) || candidate.id().equals(turn.self());
		passOn(turn, election.lap(), (better && turn.election().couldStand()) ? self : candidate);
	}

	private void goOn(NominationTurn<RingState, RingMessage> turn, NodeId from, Election election) {
		RingCandidate candidate = election.candidate();
		RingCandidate highest = turn.state().highest();
		if (candidate.id().equals(turn.self())) {
			cameHome(turn);
		}
		else if (highest == null || candidate.raises(highest)) {
			passOn(turn, turn.state().lap(), candidate);
		}
		else {
			this.ring.passBeyond(turn, from, election);
		}
	}

	/**
	 * The own id came back, so no member ranks higher.
	 */
	private void cameHome(NominationTurn<RingState, RingMessage> turn) {
		if (mayMakeUse(turn)) {
			enter(turn, Phase.COORDINATING, turn.patienceNanos());
			tellAll(turn);
			turn.letStand();
		}
	}

	/**
	 * Only a node that could win and misses the leader itself may use a lap.
	 */
	private static boolean mayMakeUse(NominationTurn<RingState, RingMessage> turn) {
		QuorumState election = turn.election();
		return turn.state().isAhead() && election.couldStand() && election.isLeaderless(turn.nanos());
	}

	private void tellAll(NominationTurn<RingState, RingMessage> turn) {
		this.ring.pass(turn, new Coordinator(turn.state().lap(), turn.self()));
	}

	/**
	 * A message of the second lap arrived.
	 */
	void announced(NominationTurn<RingState, RingMessage> turn, Coordinator coordinator) {
		RingState state = turn.state();
		boolean busy = state.phase() != Phase.IDLE && !turn.reached(state.untilNanos());
		boolean old = busy && coordinator.lap() < state.lap();
		boolean known = busy && state.phase() == Phase.ANNOUNCED && coordinator.lap() == state.lap()
				&& coordinator.leader().equals(state.coordinator());
		boolean leads = turn.self().equals(turn.election().leaderId());
		if (coordinator.leader().equals(turn.self()) || old || known || leads) {
			return;
		}
		long patience = turn.patienceNanos();
		turn.state(state.announced(coordinator.lap(), coordinator.leader(), turn.nanos() + patience));
		turn.start(NominationTimer.SEARCH, patience);
		this.ring.pass(turn, coordinator);
	}

	/**
	 * Leaves out a member that did not acknowledge.
	 */
	void notAcknowledged(NominationTurn<RingState, RingMessage> turn) {
		RingMessage last = this.ring.leaveOut(turn);
		if (last instanceof Election election && election.lap() == turn.state().lap()) {
			endOfRing(turn, election.candidate());
		}
	}

	/**
	 * No later member acknowledges, so this node may be alone. It stands without an
	 * announcement, which no member would hear.
	 */
	private static void endOfRing(NominationTurn<RingState, RingMessage> turn, RingCandidate candidate) {
		boolean own = candidate.id().equals(turn.self()) && turn.state().phase() == Phase.TAKING_PART;
		if (own && mayMakeUse(turn)) {
			enter(turn, Phase.COORDINATING, turn.patienceNanos());
			turn.letStand();
		}
	}

	/**
	 * The time of the present phase is over.
	 */
	void waited(NominationTurn<RingState, RingMessage> turn) {
		RingState state = turn.state();
		if (state.phase() != Phase.IDLE && !turn.reached(state.untilNanos())) {
			turn.start(NominationTimer.SEARCH, state.untilNanos() - turn.nanos());
			return;
		}
		giveUp(turn);
		if (turn.election().couldStand() && turn.election().isLeaderless(turn.nanos())) {
			begin(turn);
		}
		else if (!isLed(turn)) {
			turn.start(NominationTimer.SEARCH, turn.patienceNanos());
		}
	}

	private static boolean isLed(NominationTurn<RingState, RingMessage> turn) {
		return turn.self().equals(turn.election().leaderId()) || turn.election().hearsLeader(turn.nanos());
	}

	private static void enter(NominationTurn<RingState, RingMessage> turn, Phase phase, long forNanos) {
		turn.state(turn.state().in(phase, turn.nanos() + forNanos));
		if (forNanos > 0) {
			turn.start(NominationTimer.SEARCH, forNanos);
		}
	}

	/**
	 * Ends a phase without success. A node that was ahead leaves the next lap to the
	 * others.
	 */
	void giveUp(NominationTurn<RingState, RingMessage> turn) {
		RingState state = turn.state();
		boolean ahead = state.phase() == Phase.TAKING_PART && state.isAhead();
		if (ahead || state.phase() == Phase.COORDINATING) {
			turn.state(state.failed());
		}
		enter(turn, Phase.IDLE, 0);
	}

	/**
	 * How long a lap may take. Other nodes may wait longer for members that do not
	 * acknowledge. So each lap has twice the time of the previous one, for an abandoned
	 * lap has no effect.
	 */
	private static long waitNanos(RingState state) {
		QuorumState election = state.election();
		long once = Ring.lapNanos(election);
		long longest = Math.max(once, election.settings().leaseNanos());
		int doublings = Math.min(state.laps() - 1, MOST_DOUBLINGS);
		return Math.min(once << doublings, longest);
	}

}
