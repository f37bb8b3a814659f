package io.github.leaderelection.internal.quorum.protocol;

import java.util.Map;
import java.util.Objects;
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
import io.github.leaderelection.internal.quorum.LeaderState;
import io.github.leaderelection.internal.quorum.QuorumMessage;
import io.github.leaderelection.internal.quorum.QuorumState;
import io.github.leaderelection.internal.quorum.QuorumTimer;
import io.github.leaderelection.internal.quorum.health.Health;
import io.github.leaderelection.internal.quorum.health.Verdicts;
import io.github.leaderelection.internal.quorum.membership.Broadcasting;
import io.github.leaderelection.internal.quorum.membership.Links;
import io.github.leaderelection.internal.quorum.membership.MessageAdmission;
import io.github.leaderelection.internal.quorum.state.Config;
import io.github.leaderelection.internal.quorum.role.Candidate;
import io.github.leaderelection.internal.quorum.role.Eligibility;
import io.github.leaderelection.internal.quorum.role.EndedProcess;
import io.github.leaderelection.internal.quorum.role.Follower;
import io.github.leaderelection.internal.quorum.role.HandOver;
import io.github.leaderelection.internal.quorum.role.Leader;
import io.github.leaderelection.internal.quorum.role.Preemption;
import io.github.leaderelection.internal.quorum.role.Saving;
import io.github.leaderelection.internal.quorum.role.Scouting;
import io.github.leaderelection.internal.quorum.role.Stopping;
import io.github.leaderelection.internal.quorum.role.Voting;
import io.github.leaderelection.internal.quorum.start.Doubts;
import io.github.leaderelection.internal.quorum.start.Starting;
import io.github.leaderelection.internal.quorum.step.LeaderWatch;
import io.github.leaderelection.internal.quorum.step.RoleChanges;
import io.github.leaderelection.internal.quorum.step.StepContext;
import io.github.leaderelection.spi.Envelope;
import org.jspecify.annotations.Nullable;

/**
 * The default election. A majority of promises makes a leader, promises last a lease, and
 * no node stands before it has scouted. It is based on the elector of BlazingMQ, and made
 * safe where that one allows two leaders.
 */
public final class QuorumProtocol implements ElectionProtocol<QuorumState, QuorumMessage> {

	private static final Map<Class<?>, MessageHandler<QuorumMessage>> HANDLERS = Map.ofEntries(
			on(QuorumMessage.LeaderHeartbeat.class, Follower::heartbeat),
			on(QuorumMessage.HeartbeatResponse.class, Leader::acknowledged),
			on(QuorumMessage.ScoutingRequest.class, Scouting::asked),
			on(QuorumMessage.ScoutingResponse.class, Scouting::answered),
			on(QuorumMessage.ElectionProposal.class, Voting::proposed),
			on(QuorumMessage.ElectionResponse.class, Candidate::answered),
			on(QuorumMessage.StaleHeartbeat.class, Leader::stale),
			on(QuorumMessage.LeadershipCession.class, HandOver::ceded),
			on(QuorumMessage.StateQuestion.class, Starting::asked),
			on(QuorumMessage.StateAnswer.class, Starting::answered),
			on(QuorumMessage.Introduction.class, Links::introduced),
			on(QuorumMessage.SuspicionReport.class, Verdicts::reported),
			on(QuorumMessage.HealthVerdict.class, Verdicts::told),
			on(QuorumMessage.Broadcast.class, Broadcasting::heard),
			on(QuorumMessage.BroadcastResponse.class, Broadcasting::acknowledged));

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
	 * The election with another number of members that a leader needs. All promises hold
	 * only if any two sets of that many members share one. Each function is asked once,
	 * when a node starts: settings stay the same from start to stop.
	 * @param required says from the settings how many members a leader needs, itself
	 * included: at least one and no more than there are
	 * @param timeout says from the settings when a leader is suspected; null for the time
	 * of the failure detector, and rank by rank
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
		StepContext step = new StepContext(state, input.now(), input.entropy());
		Event<QuorumMessage> event = input.event();
		if (event instanceof Event.TimerFired<QuorumMessage> fired) {
			step.fired((QuorumTimer) fired.timer());
		}
		if (state.stopped()) {
			Stopping.afterStop(step, event);
			return step.finish();
		}
		if (event instanceof Event.LoopLate<QuorumMessage> late) {
			Leader.loopLate(step, late.lateNanos());
		}
		Leader.endIfLeaseOver(step);
		Candidate.endIfTimeIsUp(step);
		if (!step.state().stopped()) {
			handle(step, event);
			Health.review(step);
			Preemption.review(step);
			Doubts.review(step);
		}
		return step.finish();
	}

	private static void handle(StepContext step, Event<QuorumMessage> event) {
		if (event instanceof Event.MessageReceived<QuorumMessage> received) {
			message(step, received.envelope());
		}
		else if (event instanceof Event.TimerFired<QuorumMessage> fired) {
			timer(step, (QuorumTimer) fired.timer());
		}
		else if (event instanceof Event.PeerConnected<QuorumMessage> connected) {
			Links.connected(step, connected.peer());
		}
		else if (event instanceof Event.PeerDisconnected<QuorumMessage> disconnected) {
			Links.disconnected(step, disconnected.peer());
		}
		else if (event instanceof Event.ProcessEnded<QuorumMessage> ended) {
			EndedProcess.told(step, ended.peer(), ended.incarnation());
		}
		else if (event instanceof Event.BallotSaved<QuorumMessage> saved) {
			Saving.saved(step, saved.ballot(), saved.tookNanos());
		}
		else if (event instanceof Event.BallotNotSaved<QuorumMessage> notSaved) {
			Saving.notSaved(step, notSaved.reason());
		}
		else if (event instanceof Event.ResignRequested<QuorumMessage> resign) {
			HandOver.resign(step, resign.request());
		}
		else if (event instanceof Event.TransferRequested<QuorumMessage> transfer) {
			HandOver.transfer(step, transfer.request(), transfer.to());
		}
		else if (event instanceof Event.EligibilityChanged<QuorumMessage> changed) {
			Eligibility.changed(step, changed.request(), changed.eligible());
		}
		else if (event instanceof Event.BroadcastRequested<QuorumMessage> broadcast) {
			Broadcasting.requested(step, broadcast.request(), broadcast.text());
		}
		else if (event instanceof Event.WorkDrained<QuorumMessage> drained) {
			HandOver.drained(step, drained.fencingToken());
		}
		else if (event instanceof Event.GrantEnded<QuorumMessage> ended) {
			Leader.grantEnded(step, ended.fencingToken());
		}
		else if (event instanceof Event.Nominated<QuorumMessage>) {
			Scouting.attempt(step, true);
		}
		else if (event instanceof Event.Superseded<QuorumMessage>) {
			RoleChanges.standDown(step, RevocationReason.SUPERSEDED);
		}
		else if (event instanceof Event.Stopping<QuorumMessage>) {
			Stopping.stop(step);
		}
	}

	private static void message(StepContext step, Envelope<QuorumMessage> envelope) {
		if (!MessageAdmission.accepts(step, envelope)) {
			return;
		}
		QuorumMessage body = envelope.body();
		Health.heard(step, step.sender(envelope), body);
		Objects.requireNonNull(HANDLERS.get(body.getClass())).handle(step, envelope, body);
	}

	private static <M extends QuorumMessage> Map.Entry<Class<?>, MessageHandler<QuorumMessage>> on(Class<M> type,
			MessageHandler<M> handler) {
		return Map.entry(type, (step, envelope, body) -> handler.handle(step, envelope, type.cast(body)));
	}

	private static void timer(StepContext step, QuorumTimer timer) {
		if (!step.due(timer)) {
			return;
		}
		step.clearDeadlines(timer);
		switch (timer) {
			case HEARTBEAT -> Leader.beat(step);
			case LEASE -> Leader.watchLease(step);
			case ATTEMPT -> Scouting.attempt(step, false);
			case RETRY -> {
				Candidate.askAgain(step);
				Scouting.askAgain(step);
			}
			case PROPOSE -> Scouting.proposeIfFree(step);
			case ROUND_END -> Scouting.end(step);
			case HELD -> Voting.judgeHeld(step);
			case STARTUP -> Starting.tick(step);
			case LEADER_LOST -> LeaderWatch.forgetIfSilent(step);
			case DRAIN -> HandOver.drainTimedOut(step);
			case SAVE_RETRY -> Saving.retry(step);
		}
	}

	/**
	 * A disk may hang for hours. Meanwhile a leader keeps its lease, or gives it up as it
	 * was asked to; the terms that it cedes were saved before. Others forget a leader
	 * that is silent.
	 */
	@Override
	public boolean mayStepWhileSaving(QuorumState state, Input<QuorumMessage> input) {
		LeaderState leader = state.leader();
		if (leader == null || state.stopped() || !leader.lease().valid(input.now())) {
			return leader == null && !state.stopped() && isTimer(input, QuorumTimer.LEADER_LOST);
		}
		if (isTimer(input, QuorumTimer.HEARTBEAT) || isAcknowledgement(input)) {
			return true;
		}
		return leader.drain() != null && !state.stopping() && isEndOfDrain(input);
	}

	private static boolean isAcknowledgement(Input<QuorumMessage> input) {
		return input.event() instanceof Event.MessageReceived<QuorumMessage> received
				&& received.envelope().body() instanceof QuorumMessage.HeartbeatResponse;
	}

	private static boolean isEndOfDrain(Input<QuorumMessage> input) {
		return input.event() instanceof Event.WorkDrained<QuorumMessage> || isTimer(input, QuorumTimer.DRAIN);
	}

	private static boolean isTimer(Input<QuorumMessage> input, QuorumTimer timer) {
		return input.event() instanceof Event.TimerFired<QuorumMessage> fired && fired.timer() == timer;
	}

	@Override
	public boolean goesByEligibility() {
		return true;
	}

	@Override
	public ElectionView view(QuorumState state, Now now) {
		return QuorumView.of(state, now);
	}

	/**
	 * Handles a message of one type.
	 */
	private interface MessageHandler<M extends QuorumMessage> {

		void handle(StepContext step, Envelope<QuorumMessage> envelope, M body);

	}

}
