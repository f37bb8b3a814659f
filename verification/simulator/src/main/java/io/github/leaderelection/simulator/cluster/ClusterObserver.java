package io.github.leaderelection.simulator.cluster;

import java.util.List;

import io.github.leaderelection.LeaderElector;
import io.github.leaderelection.LeaderInfo;
import io.github.leaderelection.Leadership;
import io.github.leaderelection.RevocationReason;
import io.github.leaderelection.internal.protocol.Input;
import io.github.leaderelection.internal.protocol.Now;
import io.github.leaderelection.internal.protocol.Step;
import io.github.leaderelection.internal.quorum.QuorumMessage;
import io.github.leaderelection.internal.quorum.QuorumState;
import io.github.leaderelection.internal.runtime.environment.NodeClock;
import io.github.leaderelection.internal.runtime.extension.ExtensionFactory;
import io.github.leaderelection.simulator.network.Transit;
import io.github.leaderelection.spi.Ballot;
import io.github.leaderelection.spi.ElectionMessage;
import io.github.leaderelection.spi.Envelope;
import org.jspecify.annotations.Nullable;

/**
 * Sees what happens in a cluster, as it happens. Machines are numbers from 0.
 */
public interface ClusterObserver {

	/** A process began. */
	default void started(int machine) {
	}

	/**
	 * A process ended.
	 * @param clean whether it was asked to stop and did
	 */
	default void ended(int machine, boolean clean) {
	}

	/** An application begins to listen, that has not heard anything before. */
	default void listening(int machine) {
	}

	/** What a machine had saved is lost. */
	default void stateLost(int machine) {
	}

	/**
	 * The protocol made a step. Its effects have not been performed yet.
	 * @param input what was handled, null for the first step
	 */
	default void stepped(int machine, int group, @Nullable Input<QuorumMessage> input, Now now,
			Step<QuorumState, QuorumMessage> step) {
	}

	/** A message reached the election that is run, before it made a step. */
	default void handled(int machine, Envelope<?> envelope) {
	}

	/**
	 * The election that is run says something, in a step. It leaves later, or never.
	 * @param message what it says, once for each member it says it to
	 */
	default void says(int machine, String group, Now now, ElectionMessage message) {
	}

	/** A ballot is safe. */
	default void saved(int machine, int group, Ballot ballot) {
	}

	/** A message leaves its process. */
	default void leaving(Transit transit) {
	}

	/** A message reaches its machine, whose process hears it as soon as it can. */
	default void arriving(Transit transit) {
	}

	/** An event on a machine is over, or the machine woke and has done nothing yet. */
	default void settled(int machine) {
	}

	/** A listener was told of a grant. */
	default void granted(int machine, int group, Leadership leadership) {
	}

	/** A listener was told of the end of a grant. */
	default void revoked(int machine, int group, Leadership leadership, RevocationReason reason) {
	}

	/**
	 * A listener was told of another leader.
	 * @param leader the leader, or null
	 */
	default void leaderChanged(int machine, int group, @Nullable LeaderInfo leader) {
	}

	/** Something happened that must not. */
	default void broken(int machine, String what) {
	}

	/**
	 * Brings what stands beside the elections of the first group.
	 */
	interface Guests {

		/** An application begins, with this elector. */
		List<ExtensionFactory> of(int machine, NodeClock clock, LeaderElector elector);

		/** A process is asked to stop, which the second argument does. */
		void stop(int machine, Runnable stop);

	}

}
