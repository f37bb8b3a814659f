package io.github.leaderelection.simulator.explorer;

import io.github.leaderelection.internal.protocol.Event;
import io.github.leaderelection.internal.protocol.Recovered;
import io.github.leaderelection.internal.protocol.Step;
import io.github.leaderelection.internal.quorum.QuorumMessage;
import io.github.leaderelection.internal.quorum.QuorumState;
import io.github.leaderelection.spi.ElectionMessage;
import org.jspecify.annotations.Nullable;

/**
 * What runs on a node: the quorum election, alone or with a nomination over it. Its steps
 * are seen as those of the quorum election.
 */
interface Program {

	/**
	 * Starts.
	 * @param recovered what the node finds on its disk
	 * @return the first step
	 */
	Step<QuorumState, QuorumMessage> start(Recovered recovered);

	/**
	 * Handles an event; the node's clock reads 0.
	 * @param state the state before it
	 * @param event the event
	 * @return the step
	 */
	Step<QuorumState, QuorumMessage> step(QuorumState state, Event<QuorumMessage> event);

	/**
	 * Handles an event of a node that goes by its wall clock.
	 * @param state the state before it
	 * @param event the event
	 * @param wallMillis what the wall clock shows
	 * @return the step
	 */
	default Step<QuorumState, QuorumMessage> step(QuorumState state, Event<QuorumMessage> event, long wallMillis) {
		throw new UnsupportedOperationException("A nomination is searched with nodes that keep their state");
	}

	/**
	 * Whether an event may be handled while a ballot is being saved.
	 * @param state the state before it
	 * @param event the event
	 */
	boolean mayStepWhileSaving(QuorumState state, Event<QuorumMessage> event);

	/**
	 * The message as it is sent where it is more than one of the quorum election.
	 * @param body what is sent, of a step before
	 * @return the message, null where nothing is added
	 */
	default @Nullable ElectionMessage packed(QuorumMessage body) {
		return null;
	}

	/**
	 * The next message is received as it was sent.
	 * @param packed the message, null where nothing was added
	 */
	default void unpacks(@Nullable ElectionMessage packed) {
	}

	/**
	 * The node's clock moves on by so much, and then reads 0 again.
	 * @param nanos by how much
	 */
	default void passes(long nanos) {
	}

}
