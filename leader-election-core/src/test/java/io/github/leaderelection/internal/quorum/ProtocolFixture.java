package io.github.leaderelection.internal.quorum;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.UnaryOperator;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.RevocationReason;
import io.github.leaderelection.internal.health.FailureDetector;
import io.github.leaderelection.internal.protocol.Effect;
import io.github.leaderelection.internal.protocol.ElectionSettings;
import io.github.leaderelection.internal.protocol.ElectionView;
import io.github.leaderelection.internal.protocol.Event;
import io.github.leaderelection.internal.protocol.Input;
import io.github.leaderelection.internal.protocol.Lease;
import io.github.leaderelection.internal.protocol.MemberList;
import io.github.leaderelection.internal.protocol.Notice;
import io.github.leaderelection.internal.protocol.Now;
import io.github.leaderelection.internal.protocol.Recovered;
import io.github.leaderelection.internal.protocol.Step;
import io.github.leaderelection.internal.quorum.QuorumMessage.ElectionProposal;
import io.github.leaderelection.internal.quorum.QuorumMessage.ElectionResponse;
import io.github.leaderelection.internal.quorum.QuorumMessage.HeartbeatResponse;
import io.github.leaderelection.internal.quorum.QuorumMessage.Introduction;
import io.github.leaderelection.internal.quorum.QuorumMessage.LeaderHeartbeat;
import io.github.leaderelection.internal.quorum.QuorumMessage.LeadershipCession;
import io.github.leaderelection.internal.quorum.QuorumMessage.Refusal;
import io.github.leaderelection.internal.quorum.QuorumMessage.ScoutingRequest;
import io.github.leaderelection.internal.quorum.QuorumMessage.ScoutingResponse;
import io.github.leaderelection.internal.quorum.QuorumMessage.StateAnswer;
import io.github.leaderelection.internal.quorum.QuorumMessage.StateQuestion;
import io.github.leaderelection.internal.quorum.protocol.QuorumProtocol;
import io.github.leaderelection.spi.Ballot;
import io.github.leaderelection.spi.Envelope;
import io.github.leaderelection.spi.LinkLoss;
import org.jspecify.annotations.Nullable;

/**
 * One node's protocol with clocks moved by hand. Everybody else is played by the test.
 * Effects are performed in order as a shell does: what follows a save waits for it, and a
 * save succeeds at once unless the test wants to answer it.
 */
final class ProtocolFixture {

	static final NodeId A = NodeId.of("a");

	static final NodeId B = NodeId.of("b");

	static final NodeId C = NodeId.of("c");

	static final NodeId D = NodeId.of("d");

	static final NodeId E = NodeId.of("e");

	static final long MILLI = 1_000_000;

	static final long LEASE = 1000 * MILLI;

	static final long HEARTBEAT = 100 * MILLI;

	static final double DRIFT = 0.05;

	/** What a leader counts on of a promise as long as {@link #LEASE}. */
	static final long HELD = (long) (LEASE * (1 - DRIFT) / (1 + DRIFT)) - 2_000_000;

	/** How long a node waits after a start without the mark of a clean stop. */
	static final long START_WAIT = (long) (LEASE * (1 + DRIFT) / (1 - DRIFT));

	/** How long a node without saved state waits. */
	static final long LOST_WAIT = START_WAIT + (long) (0.4 * START_WAIT);

	/** The longest suspicion time. */
	static final long MAX_SUSPICION = 600 * MILLI;

	static final long MAX_CANDIDACY = 400 * MILLI;

	static final String IDENTITY = "identity";

	private static final long INCARNATION = 1000;

	private final QuorumProtocol protocol = new QuorumProtocol();

	private final Map<NodeId, Long> incarnations = new HashMap<>();

	private final Map<QuorumTimer, Long> timers = new EnumMap<>(QuorumTimer.class);

	private final Deque<Event<QuorumMessage>> waiting = new ArrayDeque<>();

	private final List<Effect<QuorumMessage>> effects = new ArrayList<>();

	private final List<Ballot> saves = new ArrayList<>();

	private final NodeId self;

	private ElectionSettings settings;

	private long incarnation = INCARNATION;

	private long nanos = 5000 * MILLI;

	private long wallMillis = 1_700_000_000_000L;

	private long wallRest;

	private long entropy = 42;

	/** The newest heartbeat, 0 before the first. */
	private long beat;

	private boolean answerSaves = true;

	private @Nullable Ballot saving;

	private long savingSince;

	private List<Effect<QuorumMessage>> withheld = List.of();

	private @Nullable QuorumState state;

	private ProtocolFixture(NodeId self, List<NodeId> members) {
		this.self = self;
		this.settings = ElectionSettings.of("cluster", "group", self, members)
			.durable(true)
			.leaseNanos(LEASE)
			.heartbeatNanos(HEARTBEAT)
			.maxClockDrift(DRIFT)
			.drainNanos(500 * MILLI)
			.build();
	}

	/** A node of a cluster whose members are a, b, c and so on. */
	static ProtocolFixture node(NodeId self, int members) {
		return new ProtocolFixture(self, List.of(A, B, C, D, E).subList(0, members));
	}

	ProtocolFixture lease(long nanos) {
		return with((settings) -> settings.leaseNanos(nanos));
	}

	ProtocolFixture priority(int priority) {
		return with((settings) -> settings.priority(priority));
	}

	ProtocolFixture withoutDirectory() {
		return with((settings) -> settings.durable(false));
	}

	ProtocolFixture drainTime(long drainNanos) {
		return with((settings) -> settings.drainNanos(drainNanos));
	}

	ProtocolFixture detector(FailureDetector detector) {
		return with((settings) -> settings.failureDetector(detector));
	}

	ProtocolFixture minimumTerm(long term) {
		return with((settings) -> settings.minimumTerm(term));
	}

	ProtocolFixture preempting() {
		return with((settings) -> settings.preempt(true));
	}

	private ProtocolFixture with(UnaryOperator<ElectionSettings.Builder> change) {
		this.settings = change.apply(this.settings.but()).build();
		return this;
	}

	// What was saved, and starting from it

	/** The ballot of a voter that crashed. */
	static Ballot ballot(long term) {
		return new Ballot(IDENTITY, true, term, null, 0, LEASE, DRIFT, false);
	}

	/** The ballot of a voter that stopped with no promise outstanding. */
	static Ballot cleanBallot(long term) {
		return ballot(term).withNoPromiseOutstanding(true);
	}

	ProtocolFixture start(@Nullable Ballot ballot) {
		this.state = null;
		this.timers.clear();
		this.waiting.clear();
		this.saving = null;
		this.withheld = List.of();
		Step<QuorumState, QuorumMessage> step = this.protocol
			.start(new Recovered(this.settings, ballot, this.incarnation), now(), this.entropy++);
		take(step);
		return this;
	}

	/** Starts after a clean stop in a term and links every member. */
	ProtocolFixture startClean(long term) {
		return start(cleanBallot(term)).connectAll();
	}

	/** Starts after a crash in a term and links every member. */
	ProtocolFixture startCrashed(long term) {
		return start(ballot(term)).connectAll();
	}

	/** The process ends without a word and starts anew from what it saved. */
	ProtocolFixture crashAndRestart() {
		this.incarnation++;
		return start(this.saves.isEmpty() ? null : lastSave()).connectAll();
	}

	ProtocolFixture connectAll() {
		others().forEach(this::connect);
		return this;
	}

	ProtocolFixture connect(NodeId peer) {
		return feed(new Event.PeerConnected<>(peer));
	}

	ProtocolFixture disconnect(NodeId peer) {
		return feed(new Event.PeerDisconnected<>(peer, LinkLoss.CLOSED));
	}

	// Saving

	/** From now on the test answers saves itself. */
	ProtocolFixture answerSavesByHand() {
		this.answerSaves = false;
		return this;
	}

	ProtocolFixture answerSaves() {
		this.answerSaves = true;
		if (this.saving != null) {
			completeSave();
		}
		return this;
	}

	boolean isSaving() {
		return this.saving != null;
	}

	ProtocolFixture completeSave() {
		Ballot ballot = Objects.requireNonNull(this.saving, "no save is in flight");
		long took = this.nanos - this.savingSince;
		List<Effect<QuorumMessage>> released = this.withheld;
		this.saving = null;
		this.withheld = List.of();
		this.saves.add(ballot);
		perform(released);
		step(new Event.BallotSaved<>(ballot, took));
		return takeWaiting();
	}

	ProtocolFixture failSave() {
		Ballot ballot = Objects.requireNonNull(this.saving, "no save is in flight");
		this.saving = null;
		this.withheld = List.of();
		step(new Event.BallotNotSaved<>(ballot, "disk full"));
		return takeWaiting();
	}

	List<Ballot> saves() {
		return this.saves;
	}

	Ballot lastSave() {
		return this.saves.get(this.saves.size() - 1);
	}

	// Time

	Now now() {
		return new Now(this.nanos, this.wallMillis);
	}

	long nanos() {
		return this.nanos;
	}

	/** Lets time pass, firing timers when they are due. */
	ProtocolFixture advance(long duration) {
		long end = this.nanos + duration;
		while (true) {
			QuorumTimer next = nextTimer();
			if (next == null || this.timers.get(next) - end > 0) {
				break;
			}
			moveClocks(Math.max(0, this.timers.get(next) - this.nanos));
			this.timers.remove(next);
			feed(new Event.TimerFired<>(next));
		}
		moveClocks(end - this.nanos);
		return this;
	}

	/** Lets time pass while the node stands still: no timer fires. */
	ProtocolFixture pause(long duration) {
		moveClocks(duration);
		return this;
	}

	/** Somebody sets the wall clock. */
	ProtocolFixture jumpWall(long millis) {
		this.wallMillis += millis;
		return this;
	}

	private void moveClocks(long duration) {
		this.nanos += duration;
		this.wallRest += duration;
		this.wallMillis += this.wallRest / MILLI;
		this.wallRest %= MILLI;
	}

	private @Nullable QuorumTimer nextTimer() {
		QuorumTimer next = null;
		for (Map.Entry<QuorumTimer, Long> each : this.timers.entrySet()) {
			if (next == null || each.getValue() - this.timers.get(next) < 0) {
				next = each.getKey();
			}
		}
		return next;
	}

	// Events

	ProtocolFixture feed(Event<QuorumMessage> event) {
		if (this.saving == null) {
			step(event);
			return takeWaiting();
		}
		Input<QuorumMessage> input = new Input<>(event, now(), this.entropy);
		if (this.protocol.mayStepWhileSaving(state(), input)) {
			Step<QuorumState, QuorumMessage> step = this.protocol.step(state(), input);
			for (Effect<QuorumMessage> effect : step.effects()) {
				if (effect instanceof Effect.SaveBallot<QuorumMessage>) {
					throw new AssertionError("A step while saving asks for a save: " + event);
				}
			}
			take(step);
		}
		else {
			this.waiting.add(event);
		}
		return this;
	}

	/** A message of a member with the same list arrives. */
	ProtocolFixture receive(NodeId from, QuorumMessage body) {
		return receive(from, body, 0);
	}

	/** An answer to this start of this node arrives. */
	ProtocolFixture answer(NodeId from, QuorumMessage body) {
		return receive(from, body, this.incarnation);
	}

	ProtocolFixture receive(NodeId from, QuorumMessage body, long answers) {
		return receive(envelope(from, body, answers));
	}

	ProtocolFixture receive(Envelope<QuorumMessage> envelope) {
		return feed(new Event.MessageReceived<>(envelope));
	}

	Envelope<QuorumMessage> envelope(NodeId from, QuorumMessage body, long answers) {
		return new Envelope<>("cluster", "group", from, "identity of " + from, incarnationOf(from),
				this.settings.memberList().fingerprint(), answers, body);
	}

	Envelope<QuorumMessage> envelope(NodeId from, MemberList list, QuorumMessage body) {
		return new Envelope<>("cluster", "group", from, "identity of " + from, incarnationOf(from), list.fingerprint(),
				this.incarnation, body);
	}

	long incarnation() {
		return this.incarnation;
	}

	long incarnationOf(NodeId peer) {
		return this.incarnations.computeIfAbsent(peer, (id) -> (long) id.value().charAt(0));
	}

	/** From now on messages of a member come from a new start of it. */
	ProtocolFixture restarted(NodeId peer) {
		this.incarnations.put(peer, incarnationOf(peer) + 1000);
		return this;
	}

	private ProtocolFixture takeWaiting() {
		while (this.saving == null && !this.waiting.isEmpty()) {
			step(this.waiting.poll());
		}
		return this;
	}

	private void step(Event<QuorumMessage> event) {
		take(this.protocol.step(state(), new Input<>(event, now(), this.entropy++)));
	}

	private void take(Step<QuorumState, QuorumMessage> step) {
		this.state = step.state();
		perform(step.effects());
	}

	private void perform(List<Effect<QuorumMessage>> performed) {
		for (int i = 0; i < performed.size(); i++) {
			Effect<QuorumMessage> effect = performed.get(i);
			this.effects.add(effect);
			if (effect instanceof Effect.Send<QuorumMessage> send && send.body() instanceof LeaderHeartbeat heartbeat) {
				this.beat = heartbeat.sequence();
			}
			if (effect instanceof Effect.StartTimer<QuorumMessage> timer) {
				this.timers.put((QuorumTimer) timer.timer(), timer.atNanos());
			}
			else if (effect instanceof Effect.CancelTimer<QuorumMessage> timer) {
				this.timers.remove((QuorumTimer) timer.timer());
			}
			else if (effect instanceof Effect.SaveBallot<QuorumMessage> save) {
				this.saving = save.ballot();
				this.savingSince = this.nanos;
				this.withheld = List.copyOf(performed.subList(i + 1, performed.size()));
				if (this.answerSaves) {
					completeSave();
				}
				return;
			}
		}
	}

	// What the others say

	ProtocolFixture heartbeat(NodeId from, long term, long sequence) {
		return heartbeat(from, term, sequence, true, LEASE);
	}

	ProtocolFixture heartbeat(NodeId from, long term, long sequence, boolean backed, long span) {
		return receive(from, new LeaderHeartbeat(term, term, sequence, backed, span, 0, List.of()));
	}

	ProtocolFixture heartbeatNaming(NodeId from, long term, long sequence, NodeId... successors) {
		return receive(from, new LeaderHeartbeat(term, term, sequence, true, LEASE, 0, List.of(successors)));
	}

	ProtocolFixture acknowledge(NodeId from, LeaderHeartbeat heartbeat) {
		return answer(from, new HeartbeatResponse(heartbeat.term(), heartbeat.sequence(), true, true, LEASE));
	}

	ProtocolFixture propose(NodeId from, long term) {
		return receive(from, new ElectionProposal(term, LEASE, null));
	}

	ProtocolFixture propose(NodeId from, long term, long span) {
		return receive(from, new ElectionProposal(term, span, null));
	}

	ProtocolFixture grant(NodeId from, long term) {
		return grant(from, term, LEASE);
	}

	ProtocolFixture grant(NodeId from, long term, long lease) {
		return answer(from, new ElectionResponse(term, term, true, Refusal.NONE, lease));
	}

	ProtocolFixture refuse(NodeId from, long proposedTerm, Refusal reason, long term) {
		return answer(from, new ElectionResponse(term, proposedTerm, false, reason, LEASE));
	}

	ProtocolFixture scout(NodeId from, long term) {
		return receive(from, new ScoutingRequest(term - 1, 1, term));
	}

	ProtocolFixture cedeToChosen(NodeId from, long term, NodeId... successors) {
		return receive(from, new LeadershipCession(term, List.of(successors), true));
	}

	ProtocolFixture cede(NodeId from, long term, NodeId... successors) {
		return receive(from, new LeadershipCession(term, List.of(successors), false));
	}

	/** Answers the open scouting round with a yes. */
	ProtocolFixture agree(NodeId from, long promiseRemaining) {
		ScoutingRequest request = last(ScoutingRequest.class);
		return answer(from,
				new ScoutingResponse(request.term(), request.round(), true, Refusal.NONE, null, 0, promiseRemaining));
	}

	ProtocolFixture disagree(NodeId from, Refusal reason, long term) {
		ScoutingRequest request = last(ScoutingRequest.class);
		return answer(from, new ScoutingResponse(term, request.round(), false, reason, null, 0, 0));
	}

	/** Answers the newest question about the state. */
	ProtocolFixture tellState(NodeId from, boolean voter, long term) {
		StateQuestion question = last(StateQuestion.class);
		return answer(from, new StateAnswer(term, question.round(), voter, false, LEASE, DRIFT));
	}

	ProtocolFixture tellNoState(NodeId from) {
		return tellNeverStood(from, 0);
	}

	ProtocolFixture tellNeverStood(NodeId from, long term) {
		StateQuestion question = last(StateQuestion.class);
		return answer(from, new StateAnswer(term, question.round(), false, true, LEASE, DRIFT));
	}

	ProtocolFixture introduce(NodeId from, MemberList list) {
		return introduce(from, list, 1);
	}

	/** A member with the same list says its priority. */
	ProtocolFixture introduce(NodeId from, int priority) {
		MemberList list = this.settings.memberList();
		return receive(envelope(from, list, new Introduction(0, list.ids(), list.durable(), priority,
				priority != ElectionSettings.WITNESS, false)));
	}

	ProtocolFixture introduce(NodeId from, MemberList list, int priority) {
		return receive(envelope(from, list, new Introduction(0, list.ids(), list.durable(), priority, true, false)));
	}

	// Ways to get somewhere

	/** Waits for the node's next scouting round. */
	ProtocolFixture untilItScouts() {
		long begin = this.nanos;
		forgetEffects();
		while (sent(ScoutingRequest.class).isEmpty()) {
			if (this.nanos - begin > 20 * LEASE) {
				throw new AssertionError("The node never scouts");
			}
			advance(MILLI);
		}
		return this;
	}

	/** Waits for the node's next candidacy, all others agreeing. */
	ProtocolFixture untilItProposes() {
		untilItScouts();
		forgetProposals();
		others().forEach((other) -> agree(other, 0));
		long begin = this.nanos;
		while (sent(ElectionProposal.class).isEmpty()) {
			if (this.nanos - begin > 20 * LEASE) {
				throw new AssertionError("The node never proposes");
			}
			advance(MILLI);
		}
		return this;
	}

	/** Has the node elected by all others in the term it proposes. */
	ProtocolFixture elect() {
		untilItProposes();
		long term = last(ElectionProposal.class).term();
		others().forEach((other) -> grant(other, term));
		return this;
	}

	/** Acknowledges the newest heartbeat for every member named. */
	ProtocolFixture acknowledgeLast(NodeId... members) {
		LeaderHeartbeat heartbeat = last(LeaderHeartbeat.class);
		for (NodeId member : members) {
			acknowledge(member, heartbeat);
		}
		return this;
	}

	/** Leads on for a while, the members named acknowledging every heartbeat at once. */
	ProtocolFixture lead(long duration, NodeId... members) {
		long end = this.nanos + duration;
		long acknowledged = sent(LeaderHeartbeat.class).isEmpty() ? this.beat : 0;
		while (this.nanos - end < 0) {
			advance(MILLI);
			if (this.beat != acknowledged) {
				acknowledged = this.beat;
				acknowledgeLast(members);
			}
		}
		return this;
	}

	/** Follows a leader for a while. */
	ProtocolFixture follow(NodeId leader, long term, long duration) {
		long end = this.nanos + duration;
		long sequence = 1;
		heartbeat(leader, term, sequence);
		while (end - this.nanos >= HEARTBEAT) {
			advance(HEARTBEAT);
			heartbeat(leader, term, ++sequence);
		}
		return advance(Math.max(0, end - this.nanos));
	}

	// What came of it

	QuorumState state() {
		return Objects.requireNonNull(this.state, "not started");
	}

	Ballot ballot() {
		return state().ballot();
	}

	ElectionView view() {
		return this.protocol.view(state(), now());
	}

	List<NodeId> others() {
		return this.settings.members().stream().filter((id) -> !id.equals(this.self)).toList();
	}

	List<Effect<QuorumMessage>> effects() {
		return this.effects;
	}

	<F> List<F> effects(Class<F> type) {
		return this.effects.stream().filter(type::isInstance).map(type::cast).toList();
	}

	ProtocolFixture forgetEffects() {
		this.effects.clear();
		return this;
	}

	private void forgetProposals() {
		this.effects.removeIf((effect) -> effect instanceof Effect.Send<QuorumMessage> send
				&& send.body() instanceof ElectionProposal);
	}

	<T extends QuorumMessage> List<T> sent(Class<T> type) {
		return sends().stream().map(Effect.Send::body).filter(type::isInstance).map(type::cast).toList();
	}

	<T extends QuorumMessage> List<T> sentTo(NodeId to, Class<T> type) {
		return sends().stream()
			.filter((send) -> send.to().equals(to))
			.map(Effect.Send::body)
			.filter(type::isInstance)
			.map(type::cast)
			.toList();
	}

	<T extends QuorumMessage> T last(Class<T> type) {
		List<T> all = sent(type);
		if (all.isEmpty()) {
			throw new AssertionError("No " + type.getSimpleName() + " was sent, only " + sends());
		}
		return all.get(all.size() - 1);
	}

	<T extends QuorumMessage> T lastTo(NodeId to, Class<T> type) {
		List<T> all = sentTo(to, type);
		if (all.isEmpty()) {
			throw new AssertionError("No " + type.getSimpleName() + " was sent to " + to + ", only " + sends());
		}
		return all.get(all.size() - 1);
	}

	@SuppressWarnings("unchecked")
	List<Effect.Send<QuorumMessage>> sends() {
		return this.effects.stream()
			.filter((effect) -> effect instanceof Effect.Send)
			.map((effect) -> (Effect.Send<QuorumMessage>) effect)
			.toList();
	}

	boolean isLeading() {
		LeaderState leader = state().leader();
		return leader != null && leader.lease().valid(now());
	}

	Lease lease() {
		return Objects.requireNonNull(state().leader(), "does not lead").lease();
	}

	List<RevocationReason> revocations() {
		return this.effects.stream()
			.filter((effect) -> effect instanceof Effect.Revoke)
			.map((effect) -> ((Effect.Revoke<?>) effect).reason())
			.toList();
	}

	List<Notice> notices() {
		return this.effects.stream()
			.filter((effect) -> effect instanceof Effect.Report)
			.map((effect) -> ((Effect.Report<?>) effect).notice())
			.toList();
	}

	List<@Nullable String> answers() {
		List<@Nullable String> answers = new ArrayList<>();
		for (Effect<QuorumMessage> effect : this.effects) {
			if (effect instanceof Effect.Answer<QuorumMessage> answer) {
				answers.add(answer.refusal());
			}
		}
		return answers;
	}

	/** Whether this node grants a vote of a term to a member now. */
	boolean votesFor(NodeId candidate, long term) {
		forgetEffects();
		propose(candidate, term);
		List<ElectionResponse> responses = sentTo(candidate, ElectionResponse.class);
		return !responses.isEmpty() && responses.get(responses.size() - 1).granted();
	}

}
