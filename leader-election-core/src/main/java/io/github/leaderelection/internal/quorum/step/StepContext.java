package io.github.leaderelection.internal.quorum.step;

import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.protocol.Effect;
import io.github.leaderelection.internal.protocol.Notice;
import io.github.leaderelection.internal.protocol.Now;
import io.github.leaderelection.internal.protocol.Step;
import io.github.leaderelection.internal.quorum.LeaderState;
import io.github.leaderelection.internal.quorum.Proposal;
import io.github.leaderelection.internal.quorum.QuorumMessage;
import io.github.leaderelection.internal.quorum.QuorumState;
import io.github.leaderelection.internal.quorum.QuorumTimer;
import io.github.leaderelection.internal.quorum.state.Config;
import io.github.leaderelection.internal.quorum.state.KnownLeader;
import io.github.leaderelection.internal.quorum.state.Peer;
import io.github.leaderelection.internal.quorum.state.ScoutingRound;
import io.github.leaderelection.internal.quorum.state.Startup;
import io.github.leaderelection.internal.quorum.state.StatePart;
import io.github.leaderelection.internal.quorum.state.Timing;
import io.github.leaderelection.spi.Ballot;
import io.github.leaderelection.spi.Envelope;
import org.jspecify.annotations.Nullable;

/**
 * One step: the state and the effects so far. It lives for one step only, so the step as
 * a whole stays a pure function.
 */
public final class StepContext {

	private final Now now;

	private final long entropy;

	private final StepTimers timers;

	private final Ballot ballotBefore;

	/**
	 * What may happen before the ballot is saved.
	 */
	private final List<Effect<QuorumMessage>> beforeSave = new ArrayList<>(4);

	/** What must wait for the save. */
	private final List<Effect<QuorumMessage>> afterSave = new ArrayList<>(4);

	/**
	 * The state so far, without the changed timers.
	 */
	private QuorumState state;

	private boolean saveAgain;

	private boolean withoutSave;

	public StepContext(QuorumState state, Now now, long entropy) {
		this.state = state;
		this.now = now;
		this.entropy = entropy;
		this.timers = StepTimers.of(state.timers());
		this.ballotBefore = state.ballot();
	}

	/**
	 * Ends the step. Effects come in order: those that need no save, the save, and those
	 * that wait for it.
	 */
	public Step<QuorumState, QuorumMessage> finish() {
		this.timers.arm(nanos(), this.beforeSave::add);
		List<Effect<QuorumMessage>> effects = this.beforeSave;
		if (this.saveAgain || (!this.withoutSave && !ballot().equals(this.ballotBefore))) {
			effects.add(new Effect.SaveBallot<>(ballot()));
		}
		effects.addAll(this.afterSave);
		return new Step<>(this.state.with(this.timers.ended()), effects);
	}

	public QuorumState state() {
		return this.state;
	}

	/** Replaces a part of the state. */
	public void change(StatePart part) {
		this.state = this.state.with(part);
	}

	public void changePeer(int member, UnaryOperator<Peer> change) {
		change(this.state.peers().with(member, change.apply(peer(member))));
	}

	public void measureRoundTrip(long nanos) {
		change(this.state.measurements().roundTrip(nanos));
	}

	public Now now() {
		return this.now;
	}

	public long nanos() {
		return this.now.monotonicNanos();
	}

	long entropy() {
		return this.entropy;
	}

	public Config config() {
		return this.state.config();
	}

	public Timing timing() {
		return config().timing();
	}

	public NodeId self() {
		return config().self();
	}

	public Ballot ballot() {
		return this.state.ballot();
	}

	public Startup startup() {
		return this.state.startup();
	}

	public Peer peer(int member) {
		return this.state.peers().all()[member];
	}

	public int sender(Envelope<QuorumMessage> envelope) {
		return config().indexOf(envelope.from());
	}

	public @Nullable LeaderState leader() {
		return this.state.leader();
	}

	public @Nullable Proposal proposal() {
		return this.state.roleState().proposal();
	}

	public @Nullable ScoutingRound scouting() {
		return this.state.roleState().scouting();
	}

	public @Nullable KnownLeader known() {
		return this.state.roleState().known();
	}

	/** An effect that need not wait for the ballot. */
	public void beforeSave(Effect<QuorumMessage> effect) {
		this.beforeSave.add(effect);
	}

	/**
	 * An effect that commits the node, and so waits for the save.
	 */
	public void afterSave(Effect<QuorumMessage> effect) {
		this.afterSave.add(effect);
	}

	public void send(NodeId to, QuorumMessage message) {
		this.afterSave.add(new Effect.Send<>(to, message, 0));
	}

	public void reply(Envelope<QuorumMessage> asked, QuorumMessage message) {
		this.afterSave.add(new Effect.Send<>(asked.from(), message, asked.incarnation()));
	}

	public void broadcast(QuorumMessage message) {
		config().others().forEach((other) -> send(other, message));
	}

	/** Sends to all what need not wait for the ballot. */
	public void broadcastFirst(QuorumMessage message) {
		config().others().forEach((other) -> beforeSave(new Effect.Send<>(other, message, 0)));
	}

	public void report(Notice notice, String detail) {
		this.beforeSave.add(new Effect.Report<>(notice, detail));
	}

	/** Asks for a save although the ballot did not change. */
	public void saveAgain() {
		this.saveAgain = true;
	}

	/** Lets the ballot fall back to what is saved. */
	void withoutSave() {
		this.withoutSave = true;
	}

	public void setDeadline(QuorumTimer timer, long nanos) {
		this.timers.set(timer, nanos);
	}

	/** Sets a deadline, unless an earlier one is set. */
	void advanceDeadline(QuorumTimer timer, long nanos) {
		long planned = deadline(timer);
		if (planned == Timing.NONE || nanos - planned < 0) {
			setDeadline(timer, nanos);
		}
	}

	/** Sets a deadline, unless a later one is set. */
	void postponeDeadline(QuorumTimer timer, long nanos) {
		long planned = deadline(timer);
		if (planned == Timing.NONE || planned - nanos < 0) {
			setDeadline(timer, nanos);
		}
	}

	public void clearDeadlines(QuorumTimer... cleared) {
		for (QuorumTimer timer : cleared) {
			this.timers.clear(timer);
		}
	}

	public long deadline(QuorumTimer timer) {
		return this.timers.deadline(timer);
	}

	public boolean due(QuorumTimer timer) {
		long deadline = deadline(timer);
		return deadline != Timing.NONE && this.now.reached(deadline);
	}

	public void fired(QuorumTimer timer) {
		this.timers.fired(timer);
	}

	/** Whether a message answers a question of this start, not of an earlier one. */
	public boolean isAnswerToThisStart(Envelope<?> envelope) {
		return envelope.answers() == config().incarnation();
	}

}
