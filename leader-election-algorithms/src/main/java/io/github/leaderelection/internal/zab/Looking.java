package io.github.leaderelection.internal.zab;

import java.util.ArrayList;
import java.util.List;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.Position;
import io.github.leaderelection.internal.nomination.NominationTimer;
import io.github.leaderelection.internal.nomination.NominationTurn;
import io.github.leaderelection.internal.protocol.Effect;
import io.github.leaderelection.internal.protocol.Event;
import io.github.leaderelection.internal.zab.ZabState.Phase;
import io.github.leaderelection.spi.Envelope;
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
		turn.state(state.votingFor(best(state, own(turn, state))));
		tell(turn);
		judge(turn);
	}

	/**
	 * The vote for this node itself, null where it votes for others only.
	 */
	private static @Nullable Vote own(NominationTurn<ZabState, ZabMessage> turn, ZabState state) {
		Position position = state.position();
		boolean stands = turn.election().couldStand() && !turn.election().standsBehind(turn.nanos());
		return (position != null && stands) ? Vote.of(position, turn.self()) : null;
	}

	/**
	 * The best of those that were heard and one more.
	 */
	private static @Nullable Vote best(ZabState state, @Nullable Vote other) {
		Vote best = other;
		for (ZabState.Heard heard : state.table()) {
			best = better(state, heard.vote(), best);
		}
		return best;
	}

	private static @Nullable Vote better(ZabState state, @Nullable Vote heard, @Nullable Vote own) {
		return (heard != null && !state.hasFailed(heard.member()) && heard.isBetterThan(own)) ? heard : own;
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
			look(turn, notification.round(), remembered(turn, state, envelope.from()));
		}
		if (vote == null && envelope.answers() != 0) {
			// one that does not look says nothing about its vote
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
		else if (phase == Phase.LOOKING && turn.state().holdsOn()) {
			passOver(turn);
			turn.state(turn.state().waited(0));
			tell(turn);
		}
		if (turn.state().phase() == Phase.LOOKING) {
			judge(turn);
		}
	}

	/**
	 * Whom this node goes on passing over in a round that another opened: else two sides
	 * pass one over by turns, for each hears it in the round in which the other does not.
	 * A round that came to nothing for long says that those are needed, perhaps. One that
	 * was elected and opens a round itself could not lead.
	 */
	private static List<NodeId> remembered(NominationTurn<ZabState, ZabMessage> turn, ZabState state, NodeId opener) {
		boolean soon = 2 * state.waitNanos() < turn.election().settings().leaseNanos();
		List<NodeId> failed = soon ? state.failed() : List.of();
		return state.awaits(opener) ? failing(turn, failed, opener) : failed;
	}

	/**
	 * Those that are passed over, and one more. Who has passed over all others stands
	 * itself, and begins with them anew only after that.
	 */
	static List<NodeId> failing(NominationTurn<ZabState, ZabMessage> turn, List<NodeId> failed, NodeId member) {
		List<NodeId> more = with(failed, member);
		return (more.size() <= turn.election().others().size()) ? more : List.of();
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
		else if (isForItself(turn) && state.waitNanos() >= turn.election().exchangeNanos()) {
			// it does not reach those that it takes to be linked, perhaps
			passOver(turn);
		}
		tell(turn);
		judge(turn);
	}

	private static boolean isForItself(NominationTurn<ZabState, ZabMessage> turn) {
		Vote vote = turn.state().vote();
		return vote != null && vote.member().equals(turn.self());
	}

	/**
	 * Votes for the best of this node and those that were heard, but for the one it voted
	 * for and others that were passed over.
	 */
	private static void passOver(NominationTurn<ZabState, ZabMessage> turn) {
		ZabState state = turn.state();
		Vote vote = state.vote();
		if (vote != null) {
			state = state.failing(with(state.failed(), vote.member()));
			turn.state(state.votingFor(best(state, state.hasFailed(turn.self()) ? null : own(turn, state))));
		}
	}

	private static List<NodeId> with(List<NodeId> some, NodeId member) {
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
			turn.state(turn.state().in(Phase.IDLE, 0).failing(List.of()));
			turn.start(NominationTimer.SEARCH, turn.election().exchangeNanos());
		}
	}

}
