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
 * One step of an election in two layers: what it may know, and what comes of it. Lives no
 * longer than the step and is used by one thread.
 *
 * @param <S> the state
 * @param <M> the messages
 */
public final class NominationTurn<S extends Nominating<S>, M extends ElectionMessage> {

	private final Nomination<S, M> nomination;

	private final Now now;

	private final long entropy;

	/**
	 * Timers of the nomination's own: before any save, for what follows one that fails is
	 * dropped, and the nomination must never wait for a timer that was.
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

	/**
	 * The state as this step has made it so far.
	 * @return the state
	 */
	public S state() {
		return this.state;
	}

	/**
	 * Changes the state.
	 * @param next the state
	 */
	public void state(S next) {
		this.state = next;
	}

	/**
	 * The election below.
	 * @return its state
	 */
	public QuorumState election() {
		return this.state.election();
	}

	/**
	 * This node.
	 * @return its id
	 */
	public NodeId self() {
		return election().self();
	}

	/**
	 * The monotonic clock.
	 * @return nanoseconds
	 */
	public long nanos() {
		return this.now.monotonicNanos();
	}

	/**
	 * Whether this node leads and its lease lives.
	 * @return whether the election below would support nobody in this step
	 */
	public boolean holdsLease() {
		return election().holdsLease(this.now);
	}

	/**
	 * Whether the election below would refuse a message because a number in it cannot be
	 * right.
	 * @param message the message
	 * @return whether it may be gone by
	 */
	public boolean isPlausible(QuorumMessage message) {
		return election().isPlausible(message, this.now);
	}

	/**
	 * Whether a time has come.
	 * @param nanos of the monotonic clock
	 * @return whether it has
	 */
	public boolean reached(long nanos) {
		return this.now.reached(nanos);
	}

	/**
	 * How long one that is going to lead may take: the promises to the last leader run
	 * out within a lease.
	 * @return nanoseconds
	 */
	public long patienceNanos() {
		return election().settings().leaseNanos() + election().exchangeNanos();
	}

	/**
	 * Randomness of this step.
	 * @return any number
	 */
	public long entropy() {
		return this.entropy;
	}

	/**
	 * Sends a message to a member; it may be lost.
	 * @param to the member
	 * @param message the message
	 * @throws IllegalArgumentException if the election below alone may say it
	 */
	public void send(NodeId to, M message) {
		say(new Effect.Send<>(to, message, 0));
	}

	/**
	 * Answers a message.
	 * @param asked the message
	 * @param message the answer
	 * @throws IllegalArgumentException if the election below alone may say it
	 */
	public void reply(Envelope<M> asked, M message) {
		say(new Effect.Send<>(asked.from(), message, asked.incarnation()));
	}

	/**
	 * Only the election below gives votes and promises, for only it knows what is saved.
	 */
	private void say(Effect.Send<M> send) {
		QuorumMessage spoken = this.nomination.carried(send.body());
		if (spoken != null && !isRefusal(spoken) && !isOpenQuestion(spoken)) {
			throw new IllegalArgumentException(
					"A nomination refuses, or sends late what is still asked, and says nothing else for the election "
							+ "below: " + spoken);
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

	/**
	 * Sends a message to all other members.
	 * @param message the message
	 */
	public void broadcast(M message) {
		for (NodeId other : election().others()) {
			send(other, message);
		}
	}

	/**
	 * Starts a timer of the nomination's own, or moves it.
	 * @param timer the timer
	 * @param afterNanos how long from now
	 */
	public void start(NominationTimer timer, long afterNanos) {
		this.timers.add(new Effect.StartTimer<>(timer, nanos() + afterNanos));
	}

	/**
	 * Cancels a timer of the nomination's own.
	 * @param timer the timer
	 */
	public void cancel(NominationTimer timer) {
		this.timers.add(new Effect.CancelTimer<>(timer));
	}

	/**
	 * Adds an effect of the nomination's own.
	 * @param effect neither a save nor what speaks of a grant
	 */
	public void effect(Effect<M> effect) {
		this.effects.add(effect);
	}

	/**
	 * Lets this node stand, at the end of the step.
	 */
	public void letStand() {
		this.handedDown = new NominationMove.Stand();
	}

	/**
	 * Has this node hand leadership over, at the end of the step, as if somebody had
	 * asked for it.
	 * @param to the member that is to lead
	 */
	public void handOverTo(NodeId to) {
		this.handedDown = new NominationMove.HandOver(to);
	}

	/**
	 * Has the election below hear a message, at the end of the step, that was kept from
	 * it before.
	 * @param envelope who sent it
	 * @param message the message
	 */
	public void hear(Envelope<M> envelope, QuorumMessage message) {
		this.handedDown = new NominationMove.Hear(Lift.envelope(envelope, message));
	}

	/**
	 * Has a timer of the election below fire, at the end of the step, that was postponed
	 * before.
	 * @param timer the timer
	 */
	public void fire(NominationTimer timer) {
		QuorumTimer below = timer.below();
		if (below == null) {
			throw new IllegalArgumentException(timer + " is no timer of the election below");
		}
		this.handedDown = new NominationMove.Fire(below);
	}

	/**
	 * Has this node give leadership up at once, at the end of the step, for another
	 * leads.
	 */
	public void giveWay() {
		this.handedDown = new NominationMove.GiveWay();
	}

	/**
	 * Tells of something worth counting and logging.
	 * @param notice what
	 * @param detail for the operator
	 */
	public void report(Notice notice, String detail) {
		this.effects.add(new Effect.Report<>(notice, detail));
	}

	/**
	 * Why this node's grant ended, if it did in this step.
	 * @return the reason, or null
	 */
	public @Nullable RevocationReason revocation() {
		return this.revocation;
	}

	/**
	 * Takes what a step of the election below came to.
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
		return Lift.effect(effect);
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
