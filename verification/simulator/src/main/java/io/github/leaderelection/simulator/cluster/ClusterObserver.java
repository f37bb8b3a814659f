package io.github.leaderelection.simulator.cluster;

import io.github.leaderelection.LeaderInfo;
import io.github.leaderelection.Leadership;
import io.github.leaderelection.RevocationReason;
import io.github.leaderelection.internal.protocol.Input;
import io.github.leaderelection.internal.protocol.Now;
import io.github.leaderelection.internal.protocol.Step;
import io.github.leaderelection.internal.quorum.QuorumMessage;
import io.github.leaderelection.internal.quorum.QuorumState;
import io.github.leaderelection.simulator.network.Transit;
import io.github.leaderelection.spi.Ballot;
import io.github.leaderelection.spi.ElectionMessage;
import io.github.leaderelection.spi.Envelope;
import org.jspecify.annotations.Nullable;

/**
 * Sees everything that happens in a cluster, as it happens.
 */
public interface ClusterObserver {

	/**
	 * A process began.
	 * @param node its machine
	 */
	void started(SimulatedNode node);

	/**
	 * A process ended.
	 * @param node its machine
	 * @param clean whether it was asked to stop and did
	 */
	void ended(SimulatedNode node, boolean clean);

	/**
	 * An application begins to listen, that has not heard anything before.
	 * @param node its machine
	 */
	void listening(SimulatedNode node);

	/**
	 * What a machine had saved is lost.
	 * @param node the machine
	 */
	void stateLost(SimulatedNode node);

	/**
	 * The protocol made a step. Its effects have not been performed yet.
	 * @param node the machine
	 * @param group the group
	 * @param input what was handled, null for the first step
	 * @param now the clocks
	 * @param step the outcome
	 */
	void stepped(SimulatedNode node, int group, @Nullable Input<QuorumMessage> input, Now now,
			Step<QuorumState, QuorumMessage> step);

	/**
	 * A message reached the election that is run, before it made a step.
	 * @param node the machine
	 * @param envelope the message
	 */
	default void handled(SimulatedNode node, Envelope<?> envelope) {
	}

	/**
	 * The election that is run says something, in a step. It leaves later, or never.
	 * @param node the machine
	 * @param group the group's name
	 * @param now the clocks
	 * @param message what it says, once for each member it says it to
	 */
	default void says(SimulatedNode node, String group, Now now, ElectionMessage message) {
	}

	/**
	 * A ballot is safe.
	 * @param node the machine
	 * @param group the group
	 * @param ballot the ballot
	 */
	void saved(SimulatedNode node, int group, Ballot ballot);

	/**
	 * A message leaves its process.
	 * @param transit the message
	 */
	void leaving(Transit transit);

	/**
	 * A message reaches its machine, whose process hears it as soon as it can.
	 * @param transit the message
	 */
	default void arriving(Transit transit) {
	}

	/**
	 * An event on a machine is over, or the machine woke and has done nothing yet.
	 * @param node the machine
	 */
	void settled(SimulatedNode node);

	/**
	 * A listener was told of a grant.
	 * @param node the machine
	 * @param group the group
	 * @param leadership the grant
	 */
	void granted(SimulatedNode node, int group, Leadership leadership);

	/**
	 * A listener was told of the end of a grant.
	 * @param node the machine
	 * @param group the group
	 * @param leadership the grant
	 * @param reason why it ended
	 */
	void revoked(SimulatedNode node, int group, Leadership leadership, RevocationReason reason);

	/**
	 * A listener was told of another leader.
	 * @param node the machine
	 * @param group the group
	 * @param leader the leader, or null
	 */
	void leaderChanged(SimulatedNode node, int group, @Nullable LeaderInfo leader);

	/**
	 * Something happened that must not.
	 * @param node the machine
	 * @param what what
	 */
	void broken(SimulatedNode node, String what);

}
