package io.github.leaderelection.internal.quorum;

import java.util.Set;
import java.util.function.Function;
import java.util.function.ToIntFunction;

import io.github.leaderelection.Promise;
import io.github.leaderelection.RevocationReason;
import io.github.leaderelection.internal.protocol.ElectionProtocol;
import io.github.leaderelection.internal.protocol.ElectionSettings;
import io.github.leaderelection.internal.protocol.ElectionTimeout;
import io.github.leaderelection.internal.protocol.ElectionView;
import io.github.leaderelection.internal.protocol.Event;
import io.github.leaderelection.internal.protocol.Input;
import io.github.leaderelection.internal.protocol.Now;
import io.github.leaderelection.internal.protocol.Recovered;
import io.github.leaderelection.internal.protocol.Step;
import io.github.leaderelection.internal.protocol.Timer;
import io.github.leaderelection.spi.Envelope;
import org.jspecify.annotations.Nullable;

/**
 * The default election: a majority of promises makes a leader, promises last a lease, and
 * nobody stands before it has scouted. Its ground is the elector of BlazingMQ; where that
 * article leaves two leaders possible it is made safe, and the classes of this package
 * say how.
 */
public final class QuorumProtocol implements ElectionProtocol<QuorumState, QuorumMessage> {

	private final ToIntFunction<ElectionSettings> required;

	private final Function<ElectionSettings, @Nullable ElectionTimeout> timeout;

	private final Function<ElectionSettings, Set<Promise>> promises;

	/**
	 * The election in which a leader needs more than half of the members.
	 */
	public QuorumProtocol() {
		this(ElectionSettings::quorum, (settings) -> null, (settings) -> Promise.ALL);
	}

	/**
	 * The election with another number of members that a leader needs. It keeps all its
	 * promises only where any two such sets share a member. Each function is asked once,
	 * when a node starts: settings stay the same from start to stop.
	 * @param required says from the settings how many members a leader needs, itself
	 * included: at least one and no more than there are
	 * @param timeout says from the settings when a leader is suspected; null for as long
	 * as its heartbeats make one expect, and in the order of the ranks
	 * @param promises says from the settings what the election keeps
	 */
	public QuorumProtocol(ToIntFunction<ElectionSettings> required,
			Function<ElectionSettings, @Nullable ElectionTimeout> timeout,
			Function<ElectionSettings, Set<Promise>> promises) {
		this.required = required;
		this.timeout = timeout;
		this.promises = promises;
	}

	@Override
	public String name() {
		return "quorum";
	}

	@Override
	public Class<QuorumMessage> messageType() {
		return QuorumMessage.class;
	}

	@Override
	public Class<QuorumState> stateType() {
		return QuorumState.class;
	}

	@Override
	public Class<? extends Timer> timerType() {
		return QuorumTimer.class;
	}

	@Override
	public Step<QuorumState, QuorumMessage> start(Recovered recovered, Now now, long entropy) {
		ElectionSettings settings = recovered.settings();
		Config config = Config.of(settings, this.required.applyAsInt(settings), recovered.incarnation(),
				this.timeout.apply(settings), this.promises.apply(settings));
		return Starting.start(config, recovered, now, entropy).finish();
	}

	@Override
	public Step<QuorumState, QuorumMessage> step(QuorumState state, Input<QuorumMessage> input) {
		Turn turn = new Turn(state, input.now(), input.entropy());
		Event<QuorumMessage> event = input.event();
		if (event instanceof Event.TimerFired<QuorumMessage> fired) {
			turn.fired((QuorumTimer) fired.timer());
		}
		if (state.stopped()) {
			Stopping.afterStop(turn, event);
			return turn.finish();
		}
		if (event instanceof Event.LoopLate<QuorumMessage> late) {
			Leading.loopLate(turn, late.lateNanos());
		}
		Leading.endIfLeaseOver(turn);
		Standing.endIfTimeIsUp(turn);
		if (!turn.stopped) {
			handle(turn, event);
			Health.review(turn);
			Plausibility.review(turn);
		}
		return turn.finish();
	}

	private static void handle(Turn turn, Event<QuorumMessage> event) {
		if (event instanceof Event.MessageReceived<QuorumMessage> received) {
			message(turn, received.envelope());
		}
		else if (event instanceof Event.TimerFired<QuorumMessage> fired) {
			timer(turn, (QuorumTimer) fired.timer());
		}
		else if (event instanceof Event.PeerConnected<QuorumMessage> connected) {
			Membership.connected(turn, connected.peer());
		}
		else if (event instanceof Event.PeerDisconnected<QuorumMessage> disconnected) {
			Membership.disconnected(turn, disconnected.peer());
		}
		else if (event instanceof Event.BallotSaved<QuorumMessage> saved) {
			Saving.saved(turn, saved.ballot(), saved.tookNanos());
		}
		else if (event instanceof Event.BallotNotSaved<QuorumMessage> notSaved) {
			Saving.notSaved(turn, notSaved.reason());
		}
		else if (event instanceof Event.ResignRequested<QuorumMessage> resign) {
			HandOver.resign(turn, resign.request());
		}
		else if (event instanceof Event.TransferRequested<QuorumMessage> transfer) {
			HandOver.transfer(turn, transfer.request(), transfer.to());
		}
		else if (event instanceof Event.EligibilityChanged<QuorumMessage> changed) {
			Eligibility.changed(turn, changed.request(), changed.eligible());
		}
		else if (event instanceof Event.BroadcastRequested<QuorumMessage> broadcast) {
			Broadcasting.requested(turn, broadcast.request(), broadcast.text());
		}
		else if (event instanceof Event.WorkDrained<QuorumMessage> drained) {
			HandOver.drained(turn, drained.fencingToken());
		}
		else if (event instanceof Event.GrantEnded<QuorumMessage> ended) {
			Leading.grantEnded(turn, ended.fencingToken());
		}
		else if (event instanceof Event.Nominated<QuorumMessage>) {
			Scouting.attempt(turn, true);
		}
		else if (event instanceof Event.Superseded<QuorumMessage>) {
			Leading.standDown(turn, RevocationReason.SUPERSEDED);
		}
		else if (event instanceof Event.Stopping<QuorumMessage>) {
			Stopping.stop(turn);
		}
	}

	private static void message(Turn turn, Envelope<QuorumMessage> envelope) {
		if (!Membership.accepts(turn, envelope)) {
			return;
		}
		QuorumMessage body = envelope.body();
		Health.heard(turn, turn.config.indexOf(envelope.from()), body);
		if (body instanceof QuorumMessage.LeaderHeartbeat heartbeat) {
			Following.heartbeat(turn, envelope, heartbeat);
		}
		else if (body instanceof QuorumMessage.HeartbeatResponse response) {
			Leading.acknowledged(turn, envelope, response);
		}
		else if (body instanceof QuorumMessage.ScoutingRequest request) {
			Scouting.asked(turn, envelope, request);
		}
		else if (body instanceof QuorumMessage.ScoutingResponse response) {
			Scouting.answered(turn, envelope, response);
		}
		else if (body instanceof QuorumMessage.ElectionProposal proposal) {
			Voting.proposed(turn, envelope, proposal);
		}
		else if (body instanceof QuorumMessage.ElectionResponse response) {
			Standing.answered(turn, envelope, response);
		}
		else if (body instanceof QuorumMessage.StaleHeartbeat stale) {
			Leading.stale(turn, envelope, stale);
		}
		else if (body instanceof QuorumMessage.LeadershipCession cession) {
			HandOver.ceded(turn, envelope, cession);
		}
		else if (body instanceof QuorumMessage.StateQuestion question) {
			Starting.asked(turn, envelope, question);
		}
		else if (body instanceof QuorumMessage.StateAnswer answer) {
			Starting.answered(turn, envelope, answer);
		}
		else if (body instanceof QuorumMessage.Introduction introduction) {
			Membership.introduced(turn, envelope, introduction);
		}
		else if (body instanceof QuorumMessage.SuspicionReport report) {
			Verdicts.reported(turn, envelope, report);
		}
		else if (body instanceof QuorumMessage.HealthVerdict verdict) {
			Verdicts.told(turn, envelope, verdict);
		}
		else if (body instanceof QuorumMessage.Broadcast broadcast) {
			Broadcasting.heard(turn, envelope, broadcast);
		}
		else if (body instanceof QuorumMessage.BroadcastResponse response) {
			Broadcasting.acknowledged(turn, envelope, response);
		}
	}

	private static void timer(Turn turn, QuorumTimer timer) {
		if (!turn.due(timer)) {
			return;
		}
		turn.clearDeadline(timer);
		switch (timer) {
			case HEARTBEAT -> Leading.beat(turn);
			case LEASE -> Leading.watchLease(turn);
			case ATTEMPT -> Scouting.attempt(turn, false);
			case RETRY -> retry(turn);
			case PROPOSE -> Scouting.proposeIfFree(turn);
			case ROUND_END -> Scouting.end(turn);
			case HELD -> Voting.judgeHeld(turn);
			case STARTUP -> Starting.tick(turn);
			case LEADER_LOST -> Following.forgetIfSilent(turn);
			case DRAIN -> HandOver.drainTimedOut(turn);
			case SAVE_RETRY -> Saving.retry(turn);
		}
	}

	private static void retry(Turn turn) {
		if (turn.candidacy != null) {
			Standing.askAgain(turn);
		}
		else {
			Scouting.askAgain(turn);
		}
	}

	/**
	 * Heartbeats and their acknowledgements: a leader on a slow disk keeps its lease.
	 */
	@Override
	public boolean mayStepWhileSaving(QuorumState state, Input<QuorumMessage> input) {
		Reign reign = state.reign();
		if (reign == null || state.stopped() || !reign.lease().valid(input.now())) {
			return false;
		}
		if (input.event() instanceof Event.TimerFired<QuorumMessage> fired) {
			return fired.timer() == QuorumTimer.HEARTBEAT;
		}
		return input.event() instanceof Event.MessageReceived<QuorumMessage> received
				&& received.envelope().body() instanceof QuorumMessage.HeartbeatResponse;
	}

	@Override
	public boolean goesByEligibility() {
		return true;
	}

	@Override
	public ElectionView view(QuorumState state, Now now) {
		return QuorumView.of(state, now);
	}

}
