package io.github.leaderelection.internal.toy;

import java.util.List;
import java.util.Set;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.Position;
import io.github.leaderelection.Promise;
import io.github.leaderelection.internal.algorithm.Algorithm;
import io.github.leaderelection.internal.algorithm.JoinFailure;
import io.github.leaderelection.internal.algorithm.Trait;
import io.github.leaderelection.internal.nomination.Nomination;
import io.github.leaderelection.internal.nomination.NominationHeader;
import io.github.leaderelection.internal.nomination.NominationTimer;
import io.github.leaderelection.internal.nomination.NominationTurn;
import io.github.leaderelection.internal.protocol.Effect;
import io.github.leaderelection.internal.protocol.ElectionSettings;
import io.github.leaderelection.internal.protocol.Event;
import io.github.leaderelection.internal.protocol.Notice;
import io.github.leaderelection.internal.quorum.QuorumState;
import io.github.leaderelection.spi.Envelope;

/**
 * Nominates one that a seed node let in and that has come furthest. All that there is of
 * an eighth election, beside one line in {@code META-INF/services}.
 */
public final class ToyNomination implements Nomination<ToyState, ToyMessage> {

	private static final long POSITION_OF_A_BID = 1;

	private static final long POSITION_OF_AN_ANSWER = 2;

	@Override
	public NominationHeader<ToyState, ToyMessage> header() {
		return new NominationHeader<>("toy", ToyMessage.class, ToyState.class, ToyMessage.Vote::new,
				Set.of(Algorithm.SEED_NODES, JoinFailure.OPTION),
				Set.of(Trait.LAYERED, Trait.NEEDS_ALL_LINKS, Trait.JOINS_BY_SEED_NODES));
	}

	@Override
	public Set<Promise> promises(ElectionSettings settings) {
		return Promise.ALL;
	}

	@Override
	public boolean goesByPosition() {
		return true;
	}

	@Override
	public ToyState begin(QuorumState election) {
		return new ToyState(election, false, false, Position.NONE);
	}

	@Override
	public void started(NominationTurn<ToyState, ToyMessage> turn) {
		turn.effect(new Effect.ReadPosition<>(POSITION_OF_AN_ANSWER));
		if (seeds(turn).contains(turn.self())) {
			join(turn);
		}
	}

	private static List<NodeId> seeds(NominationTurn<ToyState, ToyMessage> turn) {
		ElectionSettings settings = turn.election().settings();
		return List.copyOf(settings.options().nodeIds(Algorithm.SEED_NODES, settings.members(), settings.members()));
	}

	private static void join(NominationTurn<ToyState, ToyMessage> turn) {
		turn.state(turn.state().joinedNow());
		turn.report(Notice.JOINED, "a seed node let this one in");
	}

	@Override
	public void linkChanged(NominationTurn<ToyState, ToyMessage> turn, NodeId peer) {
		if (!turn.state().joined() && turn.election().connected(peer) && seeds(turn).contains(peer)) {
			turn.send(peer, new ToyMessage.Ask());
		}
	}

	@Override
	public void stand(NominationTurn<ToyState, ToyMessage> turn) {
		if (turn.state().joined()) {
			turn.effect(new Effect.ReadPosition<>(POSITION_OF_A_BID));
		}
		turn.start(NominationTimer.SEARCH, turn.patienceNanos());
	}

	@Override
	public void positionRead(NominationTurn<ToyState, ToyMessage> turn, Event.PositionRead<ToyMessage> read) {
		Position position = read.position();
		if (position == null) {
			return;
		}
		turn.state(turn.state().at(position));
		if (read.request() == POSITION_OF_A_BID) {
			turn.state(turn.state().bidding(true));
			turn.broadcast(new ToyMessage.Bid(position));
			turn.start(NominationTimer.ANSWERS, turn.patienceNanos() / 2);
		}
	}

	@Override
	public void heard(NominationTurn<ToyState, ToyMessage> turn, Envelope<ToyMessage> envelope) {
		ToyMessage message = envelope.body();
		if (message instanceof ToyMessage.Ask && turn.state().joined()) {
			turn.reply(envelope, new ToyMessage.Welcome());
		}
		else if (message instanceof ToyMessage.Welcome && !turn.state().joined()) {
			join(turn);
		}
		else if (message instanceof ToyMessage.Bid bid) {
			answer(turn, envelope, bid.position());
		}
		else if (message instanceof ToyMessage.Further) {
			turn.state(turn.state().bidding(false));
		}
	}

	/** Compares with what was read last, and reads again for the next time. */
	private static void answer(NominationTurn<ToyState, ToyMessage> turn, Envelope<ToyMessage> envelope,
			Position position) {
		boolean further = turn.state().position().compareTo(position) > 0;
		if (further && turn.state().joined()) {
			turn.reply(envelope, new ToyMessage.Further());
		}
		turn.effect(new Effect.ReadPosition<>(POSITION_OF_AN_ANSWER));
	}

	@Override
	public void fired(NominationTurn<ToyState, ToyMessage> turn, NominationTimer timer) {
		boolean leaderless = turn.election().leaderId() == null && turn.election().isLeaderless(turn.nanos());
		if (timer == NominationTimer.ANSWERS && turn.state().bidding()) {
			turn.state(turn.state().bidding(false));
			if (leaderless) {
				turn.letStand();
			}
		}
		else if (timer == NominationTimer.SEARCH && leaderless) {
			stand(turn);
		}
	}

}
