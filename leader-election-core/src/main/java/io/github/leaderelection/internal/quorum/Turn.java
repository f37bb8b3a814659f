package io.github.leaderelection.internal.quorum;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.protocol.Effect;
import io.github.leaderelection.internal.protocol.ElectionTimeout;
import io.github.leaderelection.internal.protocol.Notice;
import io.github.leaderelection.internal.protocol.Now;
import io.github.leaderelection.internal.protocol.Step;
import io.github.leaderelection.spi.Ballot;
import io.github.leaderelection.spi.Envelope;
import org.jspecify.annotations.Nullable;

/**
 * The working copy of the state during one step, and the effects gathered so far. Lives
 * from the begin of a step to its end and is seen by nobody else, so the step as a whole
 * stays a pure function.
 */
final class Turn {

	/** No time: never a real reading of the monotonic clock. */
	static final long NONE = Long.MIN_VALUE;

	final Config config;

	final Now now;

	final long entropy;

	Ballot ballot;

	@Nullable Ballot saved;

	@Nullable String saveProblem;

	Startup startup;

	@Nullable SupportPromise promise;

	@Nullable KnownLeader leader;

	@Nullable ScoutingRound scouting;

	@Nullable Candidacy candidacy;

	@Nullable Reign reign;

	List<HeldProposal> held = List.of();

	Peer[] peers;

	long[] heardNanos;

	PeerHealth health;

	Broadcasts broadcasts = Broadcasts.NONE;

	Pace pace = Pace.UNKNOWN;

	final StepTimers timers;

	List<NodeId> successors = List.of();

	List<NodeId> yieldedTo = List.of();

	List<NodeId> foreignLists = List.of();

	Counters counters;

	TermEvidence evidence;

	boolean eligible = true;

	boolean stopping;

	boolean stopped;

	private final Ballot ballotBefore;

	private boolean saveAgain;

	private boolean withoutSave;

	/** What may happen before the ballot is saved: nothing of it speaks for the node. */
	private final List<Effect<QuorumMessage>> first = new ArrayList<>(4);

	/** What must wait for the save. */
	private final List<Effect<QuorumMessage>> then = new ArrayList<>(4);

	/**
	 * Begins the first step.
	 */
	Turn(Config config, Ballot ballot, @Nullable Ballot saved, Startup startup, Now now, long entropy) {
		this.config = config;
		this.now = now;
		this.entropy = entropy;
		this.ballot = ballot;
		this.ballotBefore = ballot;
		this.saved = saved;
		this.startup = startup;
		this.peers = new Peer[config.others().size()];
		Arrays.fill(this.peers, Peer.STRANGER);
		this.heardNanos = new long[config.others().size()];
		Arrays.fill(this.heardNanos, NONE);
		this.health = PeerHealth.unknown(config.others().size());
		this.timers = StepTimers.none();
		this.counters = new Counters(0, 0, 0, NONE, NONE, 0);
		this.evidence = TermEvidence.none(config.others().size(), now.monotonicNanos());
	}

	/**
	 * Begins a further step.
	 */
	Turn(QuorumState state, Now now, long entropy) {
		this.config = state.config();
		this.now = now;
		this.entropy = entropy;
		this.ballot = state.ballot();
		this.ballotBefore = state.ballot();
		this.saved = state.saved();
		this.saveProblem = state.saveProblem();
		this.startup = state.startup();
		this.promise = state.promise();
		this.leader = state.leader();
		this.scouting = state.scouting();
		this.candidacy = state.candidacy();
		this.reign = state.reign();
		this.held = state.held();
		this.peers = state.peers();
		this.heardNanos = state.heardNanos();
		this.health = state.health();
		this.broadcasts = state.broadcasts();
		this.pace = state.pace();
		this.timers = StepTimers.of(state);
		this.successors = state.successors();
		this.yieldedTo = state.yieldedTo();
		this.foreignLists = state.foreignLists();
		this.counters = state.counters();
		this.evidence = state.evidence();
		this.eligible = state.eligible();
		this.stopping = state.stopping();
		this.stopped = state.stopped();
	}

	/**
	 * Ends the step: first what may go at once, then the save, then what waits for it.
	 */
	Step<QuorumState, QuorumMessage> finish() {
		this.timers.arm(nanos(), this.first::add);
		List<Effect<QuorumMessage>> effects = this.first;
		if (this.saveAgain || (!this.withoutSave && !this.ballot.equals(this.ballotBefore))) {
			effects.add(new Effect.SaveBallot<>(this.ballot));
		}
		effects.addAll(this.then);
		return new Step<>(new QuorumState(this), effects);
	}

	long nanos() {
		return this.now.monotonicNanos();
	}

	Timing timing() {
		return this.config.timing();
	}

	NodeId self() {
		return this.config.self();
	}

	/** An effect that need not wait for the ballot. */
	void first(Effect<QuorumMessage> effect) {
		this.first.add(effect);
	}

	/** An effect that speaks for the node: never before the ballot is saved. */
	void then(Effect<QuorumMessage> effect) {
		this.then.add(effect);
	}

	void send(NodeId to, QuorumMessage message) {
		this.then.add(new Effect.Send<>(to, message, 0));
	}

	void reply(Envelope<QuorumMessage> asked, QuorumMessage message) {
		this.then.add(new Effect.Send<>(asked.from(), message, asked.incarnation()));
	}

	void broadcast(QuorumMessage message) {
		for (NodeId other : this.config.others()) {
			send(other, message);
		}
	}

	void report(Notice notice, String detail) {
		this.first.add(new Effect.Report<>(notice, detail));
	}

	/** Asks for a save although the ballot did not change. */
	void saveAgain() {
		this.saveAgain = true;
	}

	/** Lets the ballot fall back to what is saved. */
	void withoutSave() {
		this.withoutSave = true;
	}

	/** Whether a save was asked for and is not answered. */
	boolean saveInFlight() {
		return !this.ballot.equals(this.saved);
	}

	boolean canSave() {
		return this.saveProblem == null;
	}

	void setDeadline(QuorumTimer timer, long nanos) {
		this.timers.set(timer, nanos);
	}

	void clearDeadline(QuorumTimer timer) {
		this.timers.clear(timer);
	}

	long deadline(QuorumTimer timer) {
		return this.timers.deadline(timer);
	}

	boolean due(QuorumTimer timer) {
		long deadline = deadline(timer);
		return deadline != NONE && this.now.reached(deadline);
	}

	void fired(QuorumTimer timer) {
		this.timers.fired(timer);
	}

	Peer peer(int index) {
		return this.peers[index];
	}

	void setPeer(int index, Peer peer) {
		if (peer == this.peers[index]) {
			return;
		}
		Peer[] changed = this.peers.clone();
		changed[index] = peer;
		this.peers = changed;
	}

	boolean connected(NodeId id) {
		int index = this.config.indexOf(id);
		return index >= 0 && this.peers[index].connected();
	}

	/** Whether a member can be reached and stands for election, as far as is known. */
	boolean mayHandTo(NodeId id) {
		int index = this.config.indexOf(id);
		return index >= 0 && this.peers[index].connected() && this.peers[index].eligible()
				&& !this.foreignLists.contains(id);
	}

	/** How many members can be reached, this node included. */
	int reachable() {
		int count = 1;
		for (Peer peer : this.peers) {
			count += peer.connected() ? 1 : 0;
		}
		return count;
	}

	long suspicion() {
		return this.config.silence(this.pace.gaps());
	}

	/**
	 * For how long a leader may be silent.
	 */
	long silence() {
		ElectionTimeout timeout = this.config.timeout();
		return (timeout != null) ? timeout.leastNanos() : suspicion();
	}

	/**
	 * How long a round or a candidacy lasts: after one that failed twice as long, for the
	 * network may have become slower since it was measured.
	 */
	long candidacy() {
		return timing().candidacy(this.pace.expectedRoundTripNanos(), this.pace.saveNanos(),
				this.counters.failedRounds());
	}

	long rankDelay() {
		return timing().rankDelay(this.pace.expectedRoundTripNanos(), this.pace.saveNanos());
	}

	/**
	 * Whether a promise to another than the sender lives. Another start of the sender is
	 * another: the earlier one may run still.
	 */
	boolean promisedToAnother(Envelope<QuorumMessage> from) {
		return promisedToAnother(from.from(), from.incarnation());
	}

	private boolean promisedToAnother(NodeId member, long incarnation) {
		return this.promise != null && !this.promise.isTo(member, incarnation)
				&& !this.now.reached(this.promise.untilNanos());
	}

	/**
	 * How long this node must wait before it may support the sender: for its start wait
	 * and for its promise to another.
	 */
	long supportWait(Envelope<QuorumMessage> from) {
		return supportWait(from.from(), from.incarnation());
	}

	/**
	 * How long this node must wait before it may vote for itself.
	 */
	long ownWait() {
		return supportWait(self(), this.config.incarnation());
	}

	private long supportWait(NodeId member, long incarnation) {
		long wait = (this.startup.phase() == Startup.Phase.WAITING) ? this.now.until(this.startup.waitEndNanos()) : 0;
		if (this.promise != null && promisedToAnother(member, incarnation)) {
			wait = Math.max(wait, this.now.until(this.promise.untilNanos()));
		}
		return wait;
	}

	/**
	 * Whether this node hears, itself, a leader other than the member named that has a
	 * quorum behind it.
	 */
	boolean hearsBackedLeader(NodeId except) {
		KnownLeader known = this.leader;
		return known != null && known.direct() && !known.id().equals(except) && connected(known.id())
				&& nanos() - known.heardNanos() < silence();
	}

	/**
	 * The highest term that this node has met: its own, its floor, or what members named.
	 */
	long knownTerm() {
		return Math.max(Math.max(this.ballot.term(), this.ballot.voteFloor()), this.counters.termFloor());
	}

	/**
	 * The highest term that this node has met or was told to stay above.
	 */
	long heldTerm() {
		return Math.max(knownTerm(), this.config.settings().minimumTerm());
	}

	/**
	 * This node votes in no term up to this one.
	 */
	long voteFloor() {
		return Math.max(this.ballot.voteFloor(), this.config.settings().minimumTerm());
	}

	/** Whether this node may stand and vote as far as its own state goes. */
	boolean mayVote() {
		return canSave() && this.ballot.voter() && !this.startup.isLost();
	}

	/** Whether this node may stand. */
	boolean mayStand() {
		return mayVote() && this.eligible && !this.stopping && this.foreignLists.isEmpty();
	}

}
