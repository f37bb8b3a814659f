package io.github.leaderelection.ring;

import io.github.leaderelection.nomination.NominationTimer;
import io.github.leaderelection.nomination.NominationTurn;
import io.github.leaderelection.quorum.QuorumState;
import io.github.leaderelection.ring.RingMessage.Coordinator;
import io.github.leaderelection.ring.RingMessage.Election;
import io.github.leaderelection.ring.RingState.Phase;

/**
 * The two laps: who begins one, what a member does with one that arrives, and what it
 * does when none comes back.
 */
final class Laps {

	private final Ring ring;

	Laps(Ring ring) {
		this.ring = ring;
	}

	/**
	 * Sends the own id round.
	 */
	void begin(NominationTurn<RingState, RingMessage> turn) {
		passOn(turn, turn.state().lap() + 1, self(turn));
	}

	private static RingCandidate self(NominationTurn<RingState, RingMessage> turn) {
		return new RingCandidate(turn.self(), turn.election().standsBehind(turn.nanos()), turn.state().failures());
	}

	private void passOn(NominationTurn<RingState, RingMessage> turn, long lap, RingCandidate candidate) {
		long lapNanos = Ring.lapNanos(turn.election());
		turn.state(turn.state().takingPart(lap, candidate, turn.nanos() + lapNanos));
		turn.start(NominationTimer.SEARCH, lapNanos);
		if (!this.ring.pass(turn, new Election(lap, candidate))) {
			endOfRing(turn, candidate);
		}
	}

	/**
	 * The first lap came by.
	 */
	void arrived(NominationTurn<RingState, RingMessage> turn, Election election) {
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
			goOn(turn, election.candidate());
		}
		// else it is of a lap that has ended
	}

	private void join(NominationTurn<RingState, RingMessage> turn, Election election) {
		RingCandidate candidate = election.candidate();
		RingCandidate self = self(turn);
		boolean better = self.raises(candidate) || candidate.id().equals(turn.self());
		passOn(turn, election.lap(), (better && turn.election().couldStand()) ? self : candidate);
	}

	private void goOn(NominationTurn<RingState, RingMessage> turn, RingCandidate candidate) {
		RingCandidate highest = turn.state().highest();
		if (candidate.id().equals(turn.self())) {
			cameHome(turn);
		}
		else if (highest == null || candidate.raises(highest)) {
			passOn(turn, turn.state().lap(), candidate);
		}
	}

	/**
	 * No member is above this one. Only one that could win, and misses the leader itself,
	 * makes use of that.
	 */
	private void cameHome(NominationTurn<RingState, RingMessage> turn) {
		QuorumState election = turn.election();
		if (!turn.state().isAhead() || !election.couldStand() || !election.isLeaderless(turn.nanos())) {
			return;
		}
		enter(turn, Phase.COORDINATING, turn.patienceNanos());
		tellAll(turn);
		turn.letStand();
	}

	private void tellAll(NominationTurn<RingState, RingMessage> turn) {
		this.ring.pass(turn, new Coordinator(turn.state().lap(), turn.self()));
	}

	/**
	 * The second lap came by.
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
	 * A member did not acknowledge: it is left out.
	 */
	void notAcknowledged(NominationTurn<RingState, RingMessage> turn) {
		RingMessage last = this.ring.leaveOut(turn);
		if (last instanceof Election election && election.lap() == turn.state().lap()) {
			endOfRing(turn, election.candidate());
		}
	}

	/**
	 * Nobody else is left on the ring.
	 */
	private void endOfRing(NominationTurn<RingState, RingMessage> turn, RingCandidate candidate) {
		if (candidate.id().equals(turn.self()) && turn.state().phase() == Phase.TAKING_PART) {
			cameHome(turn);
		}
	}

	/**
	 * The time for what this node does is over.
	 */
	void waited(NominationTurn<RingState, RingMessage> turn) {
		RingState state = turn.state();
		if (state.phase() != Phase.IDLE && !turn.reached(state.untilNanos())) {
			turn.start(NominationTimer.SEARCH, state.untilNanos() - turn.nanos());
			return;
		}
		boolean lost = state.phase() == Phase.TAKING_PART;
		if (lost && state.isAhead()) {
			turn.state(state.failed());
		}
		enter(turn, Phase.IDLE, 0);
		long rest = lost ? rest(turn.state(), turn.election()) : 0;
		if (rest > 0) {
			turn.start(NominationTimer.SEARCH, rest);
		}
		else if (turn.election().couldStand() && turn.election().isLeaderless(turn.nanos())) {
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
	 * The first lap that is lost is followed by another at once; then it takes longer
	 * each time, for one that is cut off must not keep all others busy.
	 */
	private static long rest(RingState state, QuorumState election) {
		long wanted = Math.max(0, state.laps() - 1) * Ring.lapNanos(election);
		return Math.min(wanted, election.settings().leaseNanos());
	}

}
