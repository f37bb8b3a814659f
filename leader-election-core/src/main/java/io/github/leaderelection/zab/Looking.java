package io.github.leaderelection.zab;

import java.util.ArrayList;
import java.util.List;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.Position;
import io.github.leaderelection.nomination.NominationTimer;
import io.github.leaderelection.nomination.NominationTurn;
import io.github.leaderelection.protocol.Effect;
import io.github.leaderelection.protocol.Envelope;
import io.github.leaderelection.protocol.Event;
import io.github.leaderelection.zab.ZabState.Phase;
import org.jspecify.annotations.Nullable;

/**
 * A round in which a member looks for a leader: it reads its position, tells its vote,
 * takes a better one over, and waits for one more once enough hold the same.
 */
final class Looking {

	private Looking() {
	}

	/**
	 * Opens or joins a round. The position is read anew: one remembered may be old.
	 */
	static void look(NominationTurn<ZabState, ZabMessage> turn, long round) {
		look(turn, round, List.of());
	}

	static void look(NominationTurn<ZabState, ZabMessage> turn, long round, List<NodeId> butFor) {
		turn.state(turn.state().failing(butFor).reading(round, turn.nanos() + turn.patienceNanos()));
		turn.effect(new Effect.ReadPosition<>(round));
		turn.start(NominationTimer.ANSWERS, turn.patienceNanos());
	}

	/**
	 * The own position is known, or cannot be told. A member that cannot tell it, or
	 * could not lead, votes for others only.
	 */
	static void read(NominationTurn<ZabState, ZabMessage> turn, Event.PositionRead<ZabMessage> read) {
		ZabState state = turn.state();
		if (state.phase() != Phase.READING || read.request() != state.round()) {
			return;
		}
		state = state.read(read.position());
		Position own = state.position();
		boolean stands = turn.election().couldStand() && !turn.election().standsBehind(turn.nanos());
		Vote best = (own != null && stands) ? Vote.of(own, turn.self()) : null;
		for (ZabState.Heard heard : state.table()) {
			best = better(state, heard.vote(), best);
		}
		turn.state(state.votingFor(best));
		tell(turn);
		judge(turn);
	}

	private static @Nullable Vote better(ZabState state, Vote heard, @Nullable Vote own) {
		return (!state.hasFailed(heard.member()) && heard.isBetterThan(own)) ? heard : own;
	}

	/**
	 * Tells the own vote to all, and again after a while: it may be lost, and each time
	 * later, lest who is cut off floods the rest.
	 */
	private static void tell(NominationTurn<ZabState, ZabMessage> turn) {
		ZabState state = turn.state();
		turn.broadcast(new ZabMessage.Notification(state.round(), state.vote()));
		long lease = turn.election().settings().leaseNanos();
		long wait = Math.min(Math.max(2 * state.waitNanos(), turn.election().turnNanos()), lease);
		turn.state(state.waited(wait).in(Phase.LOOKING, turn.nanos() + wait));
		turn.start(NominationTimer.ANSWERS, wait);
	}

	/**
	 * Waits for a better vote once enough hold the same.
	 */
	private static void judge(NominationTurn<ZabState, ZabMessage> turn) {
		ZabState state = turn.state();
		Vote own = (state.position() != null) ? Vote.of(state.position(), turn.self()) : null;
		if (own != null && state.hasFailed(turn.self()) && turn.election().couldStand()
				&& state.votingFor(own).supporters() >= turn.election().required()) {
			// the others came round to this node just when it stood back
			state = state.votingFor(own);
			turn.broadcast(new ZabMessage.Notification(state.round(), own));
			turn.state(state);
		}
		if (state.vote() != null && state.supporters() >= turn.election().required()) {
			long settle = SettleTime.nanos(turn.election().settings());
			turn.state(state.in(Phase.SETTLING, turn.nanos() + settle));
			turn.start(NominationTimer.ANSWERS, settle);
		}
	}

	static void notified(NominationTurn<ZabState, ZabMessage> turn, Envelope<ZabMessage> envelope,
			ZabMessage.Notification notification) {
		ZabState state = turn.state();
		Vote vote = notification.vote();
		if (notification.round() < state.round()) {
			// one that does not look tells the round alone, so that both come to the same
			turn.reply(envelope, new ZabMessage.Notification(state.round(), state.isLooking() ? state.vote() : null));
			return;
		}
		if (notification.round() > state.round() || state.phase() == Phase.IDLE) {
			// also one that could not lead has a vote
			look(turn, notification.round());
		}
		if (vote == null) {
			return;
		}
		turn.state(turn.state().hearing(envelope.from(), vote));
		Phase phase = turn.state().phase();
		if (phase != Phase.LOOKING && phase != Phase.SETTLING) {
			return;
		}
		Vote best = better(turn.state(), vote, turn.state().vote());
		if (best != null && !best.equals(turn.state().vote())) {
			turn.state(turn.state().votingFor(best).waited(0));
			tell(turn);
		}
		if (turn.state().phase() == Phase.LOOKING) {
			judge(turn);
		}
	}

	/**
	 * Where nobody else could lead, a member that gave leadership up does after all.
	 * Where nobody tells a position, all are asked for it again.
	 */
	static void tellOn(NominationTurn<ZabState, ZabMessage> turn, ZabState state, boolean leaderless) {
		if (!leaderless) {
			lookAgain(turn, false);
			return;
		}
		if (state.waitNanos() >= turn.election().settings().leaseNanos()) {
			// nobody tells a position, or those that were passed over are needed
			lookAgain(turn, true);
			return;
		}
		if (state.vote() == null && state.position() != null && turn.election().couldStand()) {
			turn.state(state.votingFor(Vote.of(state.position(), turn.self())));
		}
		else if (state.waitNanos() >= turn.election().exchangeNanos() && isForItself(turn)) {
			// it does not reach those that it takes to be linked, perhaps
			vote(turn, with(state.failed(), turn.self()));
		}
		tell(turn);
		judge(turn);
	}

	private static boolean isForItself(NominationTurn<ZabState, ZabMessage> turn) {
		Vote vote = turn.state().vote();
		return vote != null && vote.member().equals(turn.self());
	}

	/**
	 * Votes for the best of those that were heard, but for some.
	 */
	private static void vote(NominationTurn<ZabState, ZabMessage> turn, List<NodeId> butFor) {
		ZabState state = turn.state().failing(butFor);
		Vote own = state.vote();
		Vote best = (own != null && !state.hasFailed(own.member())) ? own : null;
		for (ZabState.Heard heard : state.table()) {
			best = better(state, heard.vote(), best);
		}
		turn.state(state.votingFor(best));
	}

	static List<NodeId> with(List<NodeId> some, NodeId member) {
		List<NodeId> more = new ArrayList<>(some);
		more.remove(member);
		more.add(member);
		return more;
	}

	static void lookAgain(NominationTurn<ZabState, ZabMessage> turn, boolean leaderless) {
		if (leaderless && turn.election().couldStand()) {
			look(turn, turn.state().round() + 1);
		}
		else {
			turn.state(turn.state().in(Phase.IDLE, 0));
			turn.start(NominationTimer.SEARCH, turn.election().exchangeNanos());
		}
	}

}
