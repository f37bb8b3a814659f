package io.github.leaderelection.internal.nomination;

import java.util.Objects;
import java.util.function.UnaryOperator;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.protocol.Effect;
import io.github.leaderelection.internal.protocol.ElectionProtocol;
import io.github.leaderelection.internal.protocol.ElectionView;
import io.github.leaderelection.internal.protocol.Event;
import io.github.leaderelection.internal.protocol.Input;
import io.github.leaderelection.internal.protocol.Notice;
import io.github.leaderelection.internal.protocol.Now;
import io.github.leaderelection.internal.protocol.Recovered;
import io.github.leaderelection.internal.protocol.Step;
import io.github.leaderelection.internal.protocol.Timer;
import io.github.leaderelection.internal.quorum.QuorumMessage;
import io.github.leaderelection.internal.quorum.QuorumState;
import io.github.leaderelection.internal.quorum.QuorumTimer;
import io.github.leaderelection.internal.quorum.protocol.QuorumProtocol;
import io.github.leaderelection.spi.ElectionMessage;
import io.github.leaderelection.spi.Envelope;
import org.jspecify.annotations.Nullable;

/**
 * An election in two layers. The nomination is asked before this node stands on its own
 * initiative. Otherwise the underlying election works as if it were alone.
 */
public final class LayeredElection<S extends LayeredState<S>, M extends ElectionMessage>
		implements ElectionProtocol<S, M> {

	private final Nomination<S, M> nomination;

	private final ElectionProtocol<QuorumState, QuorumMessage> election;

	/**
	 * Puts a nomination on top of the quorum election.
	 */
	public LayeredElection(Nomination<S, M> nomination) {
		this(nomination, UnaryOperator.identity());
	}

	/**
	 * Puts a nomination on top of the wrapped quorum election.
	 * @param between wraps the quorum election, for instance to observe it
	 */
	public LayeredElection(Nomination<S, M> nomination,
			UnaryOperator<ElectionProtocol<QuorumState, QuorumMessage>> between) {
		this.nomination = nomination;
		this.election = between
			.apply(new QuorumProtocol(nomination::required, nomination::electionTimeout, nomination::promises));
	}

	@Override
	public String name() {
		return this.nomination.name();
	}

	@Override
	public Class<M> messageType() {
		return this.nomination.header().messages();
	}

	@Override
	public Class<S> stateType() {
		return this.nomination.header().states();
	}

	@Override
	public Class<? extends Timer> timerType() {
		return NominationTimer.class;
	}

	@Override
	public Step<S, M> start(Recovered recovered, Now now, long entropy) {
		Step<QuorumState, QuorumMessage> first = this.election.start(recovered, now, entropy);
		NominationTurn<S, M> turn = new NominationTurn<>(this.nomination, this.nomination.begin(first.state()), now,
				entropy);
		turn.take(first);
		this.nomination.started(turn);
		return turn.finish();
	}

	@Override
	public Step<S, M> step(S state, Input<M> input) {
		NominationTurn<S, M> turn = new NominationTurn<>(this.nomination, state, input.now(), input.entropy());
		NodeId leader = state.election().leaderId();
		Event<M> event = input.event();
		if (event instanceof Event.MessageReceived<M> received) {
			message(turn, received.envelope());
		}
		else if (event instanceof Event.TimerFired<M> fired) {
			timer(turn, (NominationTimer) fired.timer());
		}
		else if (event instanceof Event.PositionRead<M> read) {
			if (!turn.election().stopped()) {
				this.nomination.positionRead(turn, read);
			}
		}
		else if (!(event instanceof Event.TransferRequested<M> requested && refused(turn, requested))) {
			below(turn, LayerConversion.event(event));
			links(turn, event);
		}
		NodeId told = tellLeader(turn, leader);
		if (!turn.election().stopped()) {
			handDown(turn);
			tellLeader(turn, told);
		}
		return turn.finish();
	}

	private boolean refused(NominationTurn<S, M> turn, Event.TransferRequested<M> requested) {
		boolean leads = turn.self().equals(turn.election().leaderId());
		String refusal = leads ? this.nomination.transferRefusal(turn, requested.to()) : null;
		if (refusal != null) {
			turn.effect(new Effect.Answer<>(requested.request(), refusal));
		}
		return refusal != null;
	}

	private @Nullable NodeId tellLeader(NominationTurn<S, M> turn, @Nullable NodeId before) {
		NodeId leader = turn.election().leaderId();
		if (!turn.election().stopped() && !Objects.equals(leader, before)) {
			this.nomination.leaderChanged(turn, leader);
		}
		return leader;
	}

	private void message(NominationTurn<S, M> turn, Envelope<M> envelope) {
		QuorumMessage carried = Nomination.carried(envelope.body());
		if (carried != null) {
			QuorumMessage admitted = this.nomination.admit(turn, envelope, carried);
			if (admitted != null) {
				below(turn, new Event.MessageReceived<>(LayerConversion.envelope(envelope, admitted)));
			}
		}
		else if (!turn.election().stopped() && turn.election().accepts(envelope)) {
			heard(turn, envelope);
		}
	}

	private void heard(NominationTurn<S, M> turn, Envelope<M> envelope) {
		if (this.nomination.isPlausible(turn.election().settings(), envelope.body())) {
			this.nomination.heard(turn, envelope);
		}
		else {
			turn.report(Notice.MESSAGE_REFUSED, "'" + envelope.from() + "' sent an implausible "
					+ envelope.body().getClass().getSimpleName() + ": check whether it runs the same version");
		}
	}

	private void timer(NominationTurn<S, M> turn, NominationTimer timer) {
		QuorumTimer below = timer.below();
		QuorumState election = turn.election();
		if (timer == NominationTimer.ATTEMPT && election.couldStand() && election.isLeaderless(turn.nanos())) {
			this.nomination.stand(turn);
		}
		else if (below != null) {
			if (!this.nomination.postpone(turn, timer)) {
				below(turn, new Event.TimerFired<>(below));
			}
		}
		else if (timer == NominationTimer.HAND_DOWN) {
			turn.letStand();
		}
		else if (!election.stopped()) {
			this.nomination.fired(turn, timer);
		}
	}

	private void links(NominationTurn<S, M> turn, Event<M> event) {
		if (event instanceof Event.PeerConnected<M> connected) {
			this.nomination.linkChanged(turn, connected.peer());
		}
		else if (event instanceof Event.PeerDisconnected<M> disconnected) {
			this.nomination.linkChanged(turn, disconnected.peer());
		}
	}

	/**
	 * The underlying election takes no further step while it waits for a save. This node
	 * then stands after the save.
	 */
	private void handDown(NominationTurn<S, M> turn) {
		NominationMove move = turn.takeHandedDown();
		if (move == null) {
			return;
		}
		if (!turn.saves()) {
			below(turn, move.event());
		}
		else if (move instanceof NominationMove.Stand) {
			turn.start(NominationTimer.HAND_DOWN, 0);
		}
	}

	private void below(NominationTurn<S, M> turn, Event<QuorumMessage> event) {
		turn.take(this.election.step(turn.election(), new Input<>(event, turn.now(), turn.entropy())));
	}

	@Override
	public boolean mayStepWhileSaving(S state, Input<M> input) {
		Event<QuorumMessage> event = belowOnly(input.event());
		return event != null
				&& this.election.mayStepWhileSaving(state.election(), new Input<>(event, input.now(), input.entropy()));
	}

	/**
	 * The event for the underlying election, or null if the nomination handles it, too.
	 */
	private @Nullable Event<QuorumMessage> belowOnly(Event<M> event) {
		if (event instanceof Event.MessageReceived<M> received) {
			QuorumMessage carried = Nomination.carried(received.envelope().body());
			return (carried instanceof QuorumMessage.HeartbeatResponse)
					? new Event.MessageReceived<>(LayerConversion.envelope(received.envelope(), carried)) : null;
		}
		if (event instanceof Event.TimerFired<M> fired && fired.timer() == NominationTimer.HEARTBEAT) {
			return new Event.TimerFired<>(QuorumTimer.HEARTBEAT);
		}
		return null;
	}

	@Override
	public boolean goesByEligibility() {
		return this.election.goesByEligibility();
	}

	@Override
	public boolean goesByPosition() {
		return this.nomination.goesByPosition();
	}

	@Override
	public ElectionView view(S state, Now now) {
		return this.nomination.view(state, this.election.view(state.election(), now), now);
	}

}
