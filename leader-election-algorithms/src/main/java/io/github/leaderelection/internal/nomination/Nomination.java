package io.github.leaderelection.internal.nomination;

import java.util.Set;
import java.util.function.UnaryOperator;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.algorithm.ElectionAlgorithm;
import io.github.leaderelection.internal.algorithm.Trait;
import io.github.leaderelection.internal.protocol.Effect;
import io.github.leaderelection.internal.protocol.ElectionProtocol;
import io.github.leaderelection.internal.protocol.ElectionSettings;
import io.github.leaderelection.internal.protocol.ElectionTimeout;
import io.github.leaderelection.internal.protocol.ElectionView;
import io.github.leaderelection.internal.protocol.Event;
import io.github.leaderelection.internal.protocol.Now;
import io.github.leaderelection.internal.quorum.QuorumMessage;
import io.github.leaderelection.internal.quorum.QuorumState;
import io.github.leaderelection.spi.ElectionMessage;
import io.github.leaderelection.spi.Envelope;
import org.jspecify.annotations.Nullable;

/**
 * Chooses who should stand. Pure: all that it knows is in its state, all that it does
 * goes through the turn. It may be wrong, late or silent without harm to what the
 * election below promises; only whether and when somebody leads depends on it.
 *
 * @param <S> its state together with that of the election below
 * @param <M> its messages, among them one that carries a message of the election below
 */
public interface Nomination<S extends Nominating<S>, M extends ElectionMessage> extends ElectionAlgorithm {

	/**
	 * The type of the messages.
	 * @return a sealed type
	 */
	Class<M> messageType();

	/**
	 * The type of the state.
	 * @return a record
	 */
	Class<S> stateType();

	@Override
	default Set<Trait> traits() {
		return Set.of(Trait.LAYERED);
	}

	@Override
	default ElectionProtocol<?, ?> protocol(UnaryOperator<ElectionProtocol<QuorumState, QuorumMessage>> between) {
		return new NominatedElection<>(this, between);
	}

	@Override
	default @Nullable QuorumMessage quorumMessage(ElectionMessage message) {
		return messageType().isInstance(message) ? carried(messageType().cast(message)) : null;
	}

	/**
	 * What the members of a group must have in common: nodes that differ in it take no
	 * part in each other's elections.
	 */
	@Override
	default String rules(ElectionSettings settings) {
		return options().contains(MinimumClusterSize.OPTION)
				? name() + " with " + MinimumClusterSize.OPTION + '=' + MinimumClusterSize.of(settings) : name();
	}

	/**
	 * How many members a leader needs.
	 * @param settings the settings
	 * @return at least one; more than half of the members unless the algorithm does
	 * without a quorum
	 */
	default int required(ElectionSettings settings) {
		return settings.quorum();
	}

	/**
	 * When a leader is suspected.
	 * @param settings the settings
	 * @return null for as long as its heartbeats make one expect, and in the order of the
	 * ranks
	 * @throws IllegalArgumentException if an option of the algorithm's own cannot be used
	 */
	default @Nullable ElectionTimeout electionTimeout(ElectionSettings settings) {
		return null;
	}

	/**
	 * Packs a message of the election below.
	 * @param message the message
	 * @return what is sent
	 */
	M carry(QuorumMessage message);

	/**
	 * Unpacks a message of the election below.
	 * @param message what arrived
	 * @return the message, null for one of the nomination's own
	 */
	@Nullable QuorumMessage carried(M message);

	/**
	 * The first state.
	 * @param election the state of the election below
	 * @return a state
	 */
	S begin(QuorumState election);

	/**
	 * This node began its part in the election.
	 * @param turn the first step
	 */
	default void started(NominationTurn<S, M> turn) {
	}

	/**
	 * The election below would have this node stand: it hears no leader, and could win.
	 * The nomination lets it, or finds out who should; until then it must set a timer of
	 * its own, for the election below does not ask again.
	 * @param turn the step
	 */
	void stand(NominationTurn<S, M> turn);

	/**
	 * A message of the nomination's own arrived, from a member.
	 * @param turn the step
	 * @param envelope the message
	 */
	void heard(NominationTurn<S, M> turn, Envelope<M> envelope);

	/**
	 * Whether a message of the nomination's own can be right. One that cannot is refused
	 * and counted, and is not heard.
	 * @param settings the settings
	 * @param message the message
	 * @return false for numbers that no member comes to, and for members there are not
	 */
	default boolean isPlausible(ElectionSettings settings, M message) {
		return true;
	}

	/**
	 * A timer of the nomination's own fired. It may come late.
	 * @param turn the step
	 * @param timer the timer
	 */
	void fired(NominationTurn<S, M> turn, NominationTimer timer);

	/**
	 * A message for the election below arrived.
	 * @param turn the step
	 * @param envelope who sent it
	 * @param message the message
	 * @return what the election below is to hear, null for nothing
	 */
	default @Nullable QuorumMessage admit(NominationTurn<S, M> turn, Envelope<M> envelope, QuorumMessage message) {
		return message;
	}

	/**
	 * The election below sends a message.
	 * @param turn the step
	 * @param send whom it is for, and the message
	 * @return what is done in its place: that it is sent, or something that has to come
	 * first; null for nothing
	 */
	default @Nullable Effect<M> depart(NominationTurn<S, M> turn, Effect.Send<QuorumMessage> send) {
		return new Effect.Send<>(send.to(), carry(send.body()), send.answers());
	}

	/**
	 * A timer of the election below fired that the nomination may have come later.
	 * @param turn the step
	 * @param timer the timer
	 * @return whether it comes later: the nomination hands it down then
	 */
	default boolean postpone(NominationTurn<S, M> turn, NominationTimer timer) {
		return false;
	}

	/**
	 * Somebody asks this node, which leads, to hand leadership over.
	 * @param turn the step
	 * @param to the member that is to lead
	 * @return why it cannot lead and whom to name instead, null if the nomination knows
	 * no reason: the election below may know one
	 */
	default @Nullable String transferRefusal(NominationTurn<S, M> turn, NodeId to) {
		return null;
	}

	/**
	 * Whether the nomination goes by the application's position.
	 * @return false unless it asks for it
	 */
	default boolean goesByPosition() {
		return false;
	}

	/**
	 * The application's position was read, or could not be.
	 * @param turn the step
	 * @param read the question and the position
	 */
	default void positionRead(NominationTurn<S, M> turn, Event.PositionRead<M> read) {
	}

	/**
	 * A link to a member opened or ended.
	 * @param turn the step
	 * @param peer the member
	 */
	default void linkChanged(NominationTurn<S, M> turn, NodeId peer) {
	}

	/**
	 * This node stops, and leads no more: the last that is sent is sent now.
	 * @param turn the step
	 */
	default void leaving(NominationTurn<S, M> turn) {
	}

	/**
	 * What is shown, beside what the election below shows.
	 * @param state the state
	 * @param view what would be shown
	 * @param now the clocks
	 * @return what is shown
	 */
	default ElectionView view(S state, ElectionView view, Now now) {
		return view;
	}

	/**
	 * To the election below a member is in another state.
	 * @param turn the step
	 * @param changed the state it is in
	 * @return what is told of it, null for nothing: a nomination may tell itself who is a
	 * member
	 */
	default Effect.@Nullable MemberChanged<M> memberChanged(NominationTurn<S, M> turn,
			Effect.MemberChanged<QuorumMessage> changed) {
		return new Effect.MemberChanged<>(changed.member(), changed.state(), changed.observers());
	}

	/**
	 * The leader this node knows is another: one it now follows, itself, or nobody.
	 * @param turn the step
	 * @param leader the leader, or null
	 */
	default void leaderChanged(NominationTurn<S, M> turn, @Nullable NodeId leader) {
	}

}
