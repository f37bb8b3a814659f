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
 * A round in which a member looks for a leader. It reads its position, sends its vote and
 * adopts better ones. When enough members agree, it waits for a still better vote.
 */
final class Looking {

	private Looking() {
	}

	/**
	 * Opens or joins a round. Reads the position anew, for a remembered one may be
	 * outdated.
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
	 * The own position was read, or is unknown. A member without a position, or one that
	 * could not lead, votes only for others.
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
	 * The vote for this node itself, or null if it votes only for others.
	 */
	private static @Nullable Vote own(NominationTurn<ZabState, ZabMessage> turn, ZabState state) {
		Position position = state.position();
		boolean stands = turn.election().couldStand() && !turn.election().standsBehind(turn.nanos());
		return (position != null && stands) ? Vote.of(position, turn.self()) : null;
	}

	/**
	 * The best of the received votes and another one.
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
	 * Sends the own vote to all and repeats it, as it may be lost. The pauses grow, so
	 * that an isolated member does not flood the others.
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
	 * Starts the wait for a better vote if enough members agree.
	 */
	private static void judge(NominationTurn<ZabState, ZabMessage> turn) {
		ZabState state = turn.state();
		Vote own = (state.position() != null) ? Vote.of(state.position(), turn.self()) : null;
		if (own != null && state.hasFailed(turn.self()) && turn.election().couldStand()
				&& state.votingFor(own).supporters() >= turn.election().required()) {
			// The others adopted the vote for this node when it had just stood back.
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
			// A member that does not look sends only its round, so that both reach the
			// same one.
			turn.reply(envelope, new ZabMessage.Notification(state.round(), state.isLooking() ? state.vote() : null));
			return;
		}
		if (notification.round() > state.round() || state.phase() == Phase.IDLE) {
			// A member that could not lead votes, too.
			look(turn, notification.round(), remembered(turn, state, envelope.from()));
		}
		if (vote == null && envelope.answers() != 0) {
			// The answer of a member that does not look contains no vote.
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
	 * The members that this node still passes over in a round that another member opened.
	 * Otherwise two sides could pass over one member by turns, each in the round in which
	 * the other hears it. After a long round without success those members may be needed.
	 * An elected member that opens a round itself could not lead.
	 */
	private static List<NodeId> remembered(NominationTurn<ZabState, ZabMessage> turn, ZabState state, NodeId opener) {
		boolean soon = 2 * state.waitNanos() < turn.election().settings().leaseNanos();
		List<NodeId> failed = soon ? state.failed() : List.of();
		return state.awaits(opener) ? failing(turn, failed, opener) : failed;
	}

	/**
	 * Adds a member to those that are passed over. A node that has passed over all others
	 * stands itself, and then starts anew.
	 */
	static List<NodeId> failing(NominationTurn<ZabState, ZabMessage> turn, List<NodeId> failed, NodeId member) {
		List<NodeId> more = with(failed, member);
		return (more.size() <= turn.election().others().size()) ? more : List.of();
	}

	/**
	 * Repeats the vote. If no other member could lead, a member that gave up leadership
	 * stands after all. If no member knows a position, all are asked again.
	 */
	static void tellOn(NominationTurn<ZabState, ZabMessage> turn, ZabState state, boolean leaderless) {
		if (!leaderless) {
			lookAgain(turn, false);
			return;
		}
		if (state.waitNanos() >= turn.election().settings().leaseNanos()) {
			// No member knows a position, or passed-over members are needed.
			lookAgain(turn, true);
			return;
		}
		if (state.vote() == null && state.position() != null && turn.election().couldStand()) {
			turn.state(state.votingFor(Vote.of(state.position(), turn.self())));
		}
		else if (isForItself(turn) && state.waitNanos() >= turn.election().exchangeNanos()) {
			// It may not reach members that it believes to be linked.
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
	 * Passes over the member it voted for, and votes for the best of the remaining ones.
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
