package io.github.leaderelection.internal.quorum;

import java.util.Set;

import io.github.leaderelection.Promise;
import io.github.leaderelection.internal.protocol.AlgorithmOptions;
import io.github.leaderelection.internal.protocol.ElectionSettings;
import io.github.leaderelection.internal.protocol.SmallCluster;
import io.github.leaderelection.internal.quorum.protocol.QuorumProtocol;

/**
 * A small cluster of the quorum election.
 */
final class QuorumCluster extends SmallCluster<QuorumState, QuorumMessage, QuorumCluster> {

	QuorumCluster(int size) {
		this(size, true);
	}

	QuorumCluster(int size, boolean durable) {
		super(new QuorumProtocol(), (state) -> state, size, durable, AlgorithmOptions.NONE);
	}

	@Override
	protected QuorumCluster self() {
		return this;
	}

	@Override
	protected Set<Promise> promises(ElectionSettings settings) {
		return Promise.ALL;
	}

}
