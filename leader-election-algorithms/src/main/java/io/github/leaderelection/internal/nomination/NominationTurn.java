package io.github.leaderelection.internal.nomination;

import java.util.ArrayList;
import java.util.List;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.RevocationReason;
import io.github.leaderelection.internal.protocol.Effect;
import io.github.leaderelection.internal.protocol.Notice;
import io.github.leaderelection.internal.protocol.Now;
import io.github.leaderelection.internal.protocol.Step;
import io.github.leaderelection.internal.quorum.QuorumMessage;
import io.github.leaderelection.internal.quorum.QuorumState;
import io.github.leaderelection.internal.quorum.QuorumTimer;
import io.github.leaderelection.spi.ElectionMessage;
import io.github.leaderelection.spi.Envelope;
import org.jspecify.annotations.Nullable;

/**
 * One step of a layered election: its inputs and its effects. Lives for one step and is
 * used by one thread.
 */
public final class NominationTurn<S extends LayeredState<S>, M extends ElectionMessage> {

	private final Nomination<S, M> nomination;

	private final Now now;

	private final long entropy;

	/**
	 * The timers of the nomination itself. They precede any save, for a failed save drops
	 * all later effects, and the nomination must not lose its timers.
	 */
	private final List<Effect<M>> timers = new ArrayList<>(4);

	private final List<Effect<M>> effects = new ArrayList<>(4);

	private S state;

	private boolean saves;

	private @Nullable RevocationReason revocation;

	private @Nullable NominationMove handedDown;

	NominationTurn(Nomination<S, M> nomination, S state, Now now, long entropy) {
		this.nomination = nomination;
		this.state = state;
		this.now = now;
		this.entropy = entropy;
	}

	/** The state as changed by this step so far. */
	public S state() {
		return this.state;
	}

	public void state(S next) {
		this.state = next;
	}

	/** The state of the underlying election. */
	public QuorumState election() {
		return this.state.election();
	}

	public NodeId self() {
		return election().self();
	}

	/**
	 * The monotonic clock in nanoseconds.
	 */
	public long nanos() {
		return this.now.monotonicNanos();
	}

	/**
	 * Whether this node leads with a valid lease. If so, the underlying election supports
	 * no other node in this step.
	 */
	public boolean holdsLease() {
		return election().holdsLease(this.now);
	}

	/**
	 * Whether the numbers of a message are plausible to the underlying election.
	 */
	public boolean isPlausible(QuorumMessage message) {
		return election().isPlausible(message, this.now);
	}

	/**
	 * Whether a time of the monotonic clock has come.
	 */
	public boolean reached(long nanos) {
		return this.now.reached(nanos);
	}

	/**
	 * How long a nominated member may take to lead, in nanoseconds. The promises to the
	 * last leader end within a lease.
	 */
	public long patienceNanos() {
		return election().settings().leaseNanos() + election().exchangeNanos();
	}

	/** A random number of this step. */
	public long entropy() {
		return this.entropy;
	}

	/**
	 * Sends a message to a member, which may be lost.
	 * @throws IllegalArgumentException if only the underlying election may send it
	 */
	public void send(NodeId to, M message) {
		say(new Effect.Send<>(to, message, 0));
	}

	/**
	 * Answers a message.
	 * @throws IllegalArgumentException if only the underlying election may send the
	 * answer
	 */
	public void reply(Envelope<M> asked, M message) {
		say(new Effect.Send<>(asked.from(), message, asked.incarnation()));
	}

	/**
	 * Only the underlying election may give votes and promises, for only it knows the
	 * saved state.
	 */
	private void say(Effect.Send<M> send) {
		QuorumMessage spoken = Nomination.carried(send.body());
		if (spoken != null && !isRefusal(spoken) && !isOpenQuestion(spoken)) {
			throw new IllegalArgumentException(
					"A nomination may only refuse, or send an open question late, for the underlying election: "
							+ spoken);
		}
		this.effects.add(send);
	}

	private static boolean isRefusal(QuorumMessage message) {
		return message instanceof QuorumMessage.ScoutingResponse scouting && !scouting.granted()
				|| message instanceof QuorumMessage.ElectionResponse election && !election.granted();
	}

	private boolean isOpenQuestion(QuorumMessage message) {
		return (message instanceof QuorumMessage.ScoutingRequest || message instanceof QuorumMessage.ElectionProposal)
				&& election().stillAsks(message);
	}

	public void broadcast(M message) {
		for (NodeId other : election().others()) {
			send(other, message);
		}
	}

	/** Starts or moves a timer of the nomination itself. */
	public void start(NominationTimer timer, long afterNanos) {
		this.timers.add(new Effect.StartTimer<>(timer, nanos() + afterNanos));
	}

	public void cancel(NominationTimer timer) {
		this.timers.add(new Effect.CancelTimer<>(timer));
	}

	/**
	 * Adds an effect of the nomination itself.
	 * @param effect neither a save nor one about a leadership
	 */
	public void effect(Effect<M> effect) {
		this.effects.add(effect);
	}

	/**
	 * Lets this node stand at the end of the step.
	 */
	public void letStand() {
		this.handedDown = new NominationMove.Stand();
	}

	/**
	 * Lets this node hand leadership over at the end of the step, as if the application
	 * had asked for it.
	 */
	public void handOverTo(NodeId to) {
		this.handedDown = new NominationMove.HandOver(to);
	}

	/**
	 * Passes a postponed message to the underlying election at the end of the step.
	 */
	public void hear(Envelope<M> envelope, QuorumMessage message) {
		this.handedDown = new NominationMove.Hear(LayerConversion.envelope(envelope, message));
	}

	/**
	 * Fires a postponed timer of the underlying election at the end of the step.
	 */
	public void fire(NominationTimer timer) {
		QuorumTimer below = timer.below();
		if (below == null) {
			throw new IllegalArgumentException(timer + " is not a timer of the underlying election");
		}
		this.handedDown = new NominationMove.Fire(below);
	}

	/**
	 * Lets this node give up its leadership at the end of the step, because another node
	 * leads.
	 */
	public void giveWay() {
		this.handedDown = new NominationMove.GiveWay();
	}

	/** Reports an event to be counted and logged. */
	public void report(Notice notice, String detail) {
		this.effects.add(new Effect.Report<>(notice, detail));
	}

	/**
	 * Why this node's leadership ended in this step, or null.
	 */
	public @Nullable RevocationReason revocation() {
		return this.revocation;
	}

	/**
	 * Takes the result of a step of the underlying election.
	 */
	void take(Step<QuorumState, QuorumMessage> step) {
		this.state = this.state.withElection(step.state());
		for (Effect<QuorumMessage> effect : step.effects()) {
			this.saves |= effect instanceof Effect.SaveBallot<QuorumMessage>;
			if (effect instanceof Effect.Revoke<QuorumMessage> revoke) {
				this.revocation = revoke.reason();
			}
			else if (effect instanceof Effect.Stopped<QuorumMessage>) {
				this.nomination.leaving(this);
			}
			Effect<M> lifted = lifted(effect);
			if (lifted != null) {
				this.effects.add(lifted);
			}
		}
	}

	private @Nullable Effect<M> lifted(Effect<QuorumMessage> effect) {
		if (effect instanceof Effect.Send<QuorumMessage> send) {
			return this.nomination.depart(this, send);
		}
		if (effect instanceof Effect.MemberChanged<QuorumMessage> changed) {
			return this.nomination.memberChanged(this, changed);
		}
		return LayerConversion.effect(effect);
	}

	boolean saves() {
		return this.saves;
	}

	@Nullable NominationMove takeHandedDown() {
		NominationMove move = this.handedDown;
		this.handedDown = null;
		return move;
	}

	Now now() {
		return this.now;
	}

	Step<S, M> finish() {
		this.timers.addAll(this.effects);
		return new Step<>(this.state, this.timers);
	}

}
