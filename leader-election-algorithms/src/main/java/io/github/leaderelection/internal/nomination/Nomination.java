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
 * Chooses the member that should stand. Has no side effects: its state holds all it
 * knows, and it acts through the turn. It may be wrong, late or silent without harm to
 * the safety of the underlying election. Only whether and when there is a leader depends
 * on it.
 */
public interface Nomination<S extends LayeredState<S>, M extends ElectionMessage> extends ElectionAlgorithm {

	/**
	 * How the nomination is found and what it is made of.
	 */
	NominationHeader<S, M> header();

	@Override
	default String name() {
		return header().name();
	}

	@Override
	default Set<Trait> traits() {
		return header().traits();
	}

	@Override
	default Set<String> options() {
		return header().options();
	}

	@Override
	default ElectionProtocol<?, ?> protocol(UnaryOperator<ElectionProtocol<QuorumState, QuorumMessage>> between) {
		return new LayeredElection<>(this, between);
	}

	@Override
	default @Nullable QuorumMessage quorumMessage(ElectionMessage message) {
		return header().messages().isInstance(message) ? carried(message) : null;
	}

	/**
	 * The rules that all members of a group must share. Nodes with different rules take
	 * no part in each other's elections.
	 */
	@Override
	default String rules(ElectionSettings settings) {
		return options().contains(MinimumClusterSize.OPTION)
				? name() + " with " + MinimumClusterSize.OPTION + '=' + MinimumClusterSize.of(settings) : name();
	}

	/**
	 * The number of members a leader needs: a majority, unless the algorithm works
	 * without a quorum.
	 * @return at least one
	 */
	default int required(ElectionSettings settings) {
		return options().contains(MinimumClusterSize.OPTION) ? MinimumClusterSize.of(settings) : settings.quorum();
	}

	/**
	 * When a leader is suspected.
	 * @return null for the failure detector's time and the order of ranks
	 * @throws IllegalArgumentException for an invalid option of the algorithm
	 */
	default @Nullable ElectionTimeout electionTimeout(ElectionSettings settings) {
		return null;
	}

	/**
	 * Wraps a message of the underlying election.
	 */
	default M carry(QuorumMessage message) {
		return header().carry().apply(message);
	}

	/**
	 * Unwraps a message of the underlying election.
	 * @return null for a message of the nomination itself
	 */
	static @Nullable QuorumMessage carried(ElectionMessage message) {
		return (message instanceof NominationMessage.Carrier carrier) ? carrier.message() : null;
	}

	/**
	 * Creates the first state.
	 */
	S begin(QuorumState election);

	/**
	 * This node starts to take part in the election.
	 */
	default void started(NominationTurn<S, M> turn) {
	}

	/**
	 * The underlying election wants this node to stand, as it hears no leader and could
	 * win. The nomination lets it stand, or finds a better candidate. In that case it
	 * must set its own timer, for the underlying election does not ask again.
	 */
	void stand(NominationTurn<S, M> turn);

	/**
	 * A message of the nomination itself arrived from a member.
	 */
	void heard(NominationTurn<S, M> turn, Envelope<M> envelope);

	/**
	 * Whether a message of the nomination itself is plausible. Implausible ones are
	 * counted and dropped.
	 * @return false for impossible numbers and unknown members
	 */
	default boolean isPlausible(ElectionSettings settings, M message) {
		return true;
	}

	/**
	 * A timer of the nomination itself fired, possibly late.
	 */
	void fired(NominationTurn<S, M> turn, NominationTimer timer);

	/**
	 * A message for the underlying election arrived.
	 * @return the message to pass on, or null for none
	 */
	default @Nullable QuorumMessage admit(NominationTurn<S, M> turn, Envelope<M> envelope, QuorumMessage message) {
		return message;
	}

	/**
	 * The underlying election sends a message.
	 * @return the effect to perform: the sending itself, or one that must precede it;
	 * null for none
	 */
	default @Nullable Effect<M> depart(NominationTurn<S, M> turn, Effect.Send<QuorumMessage> send) {
		return new Effect.Send<>(send.to(), carry(send.body()), send.answers());
	}

	/**
	 * A timer of the underlying election fired, which the nomination may postpone.
	 * @return whether it is postponed; the nomination must then fire it later
	 */
	default boolean postpone(NominationTurn<S, M> turn, NominationTimer timer) {
		return false;
	}

	/**
	 * The application asks this leader to transfer leadership.
	 * @return why the member cannot lead and whom to name instead; null without a reason
	 * of the nomination
	 */
	default @Nullable String transferRefusal(NominationTurn<S, M> turn, NodeId to) {
		return null;
	}

	/**
	 * Whether the nomination uses the application's position.
	 */
	default boolean goesByPosition() {
		return false;
	}

	/**
	 * The application's position was read, or reading failed.
	 */
	default void positionRead(NominationTurn<S, M> turn, Event.PositionRead<M> read) {
	}

	/**
	 * A link with a member opened or ended.
	 */
	default void linkChanged(NominationTurn<S, M> turn, NodeId peer) {
	}

	/**
	 * This node stops and no longer leads. Last messages can be sent now.
	 */
	default void leaving(NominationTurn<S, M> turn) {
	}

	/**
	 * Adds to the view of the underlying election.
	 */
	default ElectionView view(S state, ElectionView view, Now now) {
		return view;
	}

	/**
	 * The underlying election reports another state of a member.
	 * @return the effect to perform, or null for none, for a nomination that itself
	 * decides who is a member
	 */
	default Effect.@Nullable MemberChanged<M> memberChanged(NominationTurn<S, M> turn,
			Effect.MemberChanged<QuorumMessage> changed) {
		return new Effect.MemberChanged<>(changed.member(), changed.state(), changed.observers());
	}

	/**
	 * The leader that this node knows has changed.
	 * @param leader the leader, possibly this node, or null
	 */
	default void leaderChanged(NominationTurn<S, M> turn, @Nullable NodeId leader) {
	}

}
