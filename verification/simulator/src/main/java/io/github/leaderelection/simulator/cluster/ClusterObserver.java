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
 * Sees what happens in a cluster, as it happens. Machines are numbers from 0.
 */
public interface ClusterObserver {

	/**
	 * A process began.
	 * @param machine its machine
	 */
	default void started(int machine) {
	}

	/**
	 * A process ended.
	 * @param machine its machine
	 * @param clean whether it was asked to stop and did
	 */
	default void ended(int machine, boolean clean) {
	}

	/**
	 * An application begins to listen, that has not heard anything before.
	 * @param machine its machine
	 */
	default void listening(int machine) {
	}

	/**
	 * What a machine had saved is lost.
	 * @param machine the machine
	 */
	default void stateLost(int machine) {
	}

	/**
	 * The protocol made a step. Its effects have not been performed yet.
	 * @param machine the machine
	 * @param group the group
	 * @param input what was handled, null for the first step
	 * @param now the clocks
	 * @param step the outcome
	 */
	default void stepped(int machine, int group, @Nullable Input<QuorumMessage> input, Now now,
			Step<QuorumState, QuorumMessage> step) {
	}

	/**
	 * A message reached the election that is run, before it made a step.
	 * @param machine the machine
	 * @param envelope the message
	 */
	default void handled(int machine, Envelope<?> envelope) {
	}

	/**
	 * The election that is run says something, in a step. It leaves later, or never.
	 * @param machine the machine
	 * @param group the group's name
	 * @param now the clocks
	 * @param message what it says, once for each member it says it to
	 */
	default void says(int machine, String group, Now now, ElectionMessage message) {
	}

	/**
	 * A ballot is safe.
	 * @param machine the machine
	 * @param group the group
	 * @param ballot the ballot
	 */
	default void saved(int machine, int group, Ballot ballot) {
	}

	/**
	 * A message leaves its process.
	 * @param transit the message
	 */
	default void leaving(Transit transit) {
	}

	/**
	 * A message reaches its machine, whose process hears it as soon as it can.
	 * @param transit the message
	 */
	default void arriving(Transit transit) {
	}

	/**
	 * An event on a machine is over, or the machine woke and has done nothing yet.
	 * @param machine the machine
	 */
	default void settled(int machine) {
	}

	/**
	 * A listener was told of a grant.
	 * @param machine the machine
	 * @param group the group
	 * @param leadership the grant
	 */
	default void granted(int machine, int group, Leadership leadership) {
	}

	/**
	 * A listener was told of the end of a grant.
	 * @param machine the machine
	 * @param group the group
	 * @param leadership the grant
	 * @param reason why it ended
	 */
	default void revoked(int machine, int group, Leadership leadership, RevocationReason reason) {
	}

	/**
	 * A listener was told of another leader.
	 * @param machine the machine
	 * @param group the group
	 * @param leader the leader, or null
	 */
	default void leaderChanged(int machine, int group, @Nullable LeaderInfo leader) {
	}

	/**
	 * Something happened that must not.
	 * @param machine the machine
	 * @param what what
	 */
	default void broken(int machine, String what) {
	}

}
