package io.github.leaderelection.internal.lease;

import java.util.Set;
import java.util.function.UnaryOperator;

import io.github.leaderelection.Promise;
import io.github.leaderelection.internal.algorithm.Algorithm;
import io.github.leaderelection.internal.algorithm.ElectionAlgorithm;
import io.github.leaderelection.internal.algorithm.Trait;
import io.github.leaderelection.internal.protocol.ElectionProtocol;
import io.github.leaderelection.internal.protocol.ElectionSettings;
import io.github.leaderelection.internal.quorum.QuorumMessage;
import io.github.leaderelection.internal.quorum.QuorumState;
import io.github.leaderelection.spi.ElectionMessage;
import org.jspecify.annotations.Nullable;

/**
 * Describes the election by a lease in a store: name, promises, options and traits.
 */
public final class LeaseAlgorithm implements ElectionAlgorithm {

	/** All promises but the one on votes: this election has no votes. */
	static final Set<Promise> PROMISES = Set.of(Promise.S1, Promise.S2, Promise.S3, Promise.L1, Promise.L2);

	@Override
	public String name() {
		return Algorithm.LEASE;
	}

	@Override
	public ElectionProtocol<?, ?> protocol(UnaryOperator<ElectionProtocol<QuorumState, QuorumMessage>> between) {
		return new LeaseProtocol(LeaseOptions::of);
	}

	@Override
	public @Nullable QuorumMessage quorumMessage(ElectionMessage message) {
		return null;
	}

	@Override
	public Set<Promise> promises(ElectionSettings settings) {
		LeaseOptions.of(settings);
		return PROMISES;
	}

	@Override
	public Set<String> options() {
		return LeaseOptions.NAMES;
	}

	@Override
	public Set<Trait> traits() {
		return Set.of(Trait.NEEDS_STORE);
	}

}
