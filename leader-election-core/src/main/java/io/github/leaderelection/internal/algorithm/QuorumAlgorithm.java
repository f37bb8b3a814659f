package io.github.leaderelection.internal.algorithm;

import java.util.Set;
import java.util.function.UnaryOperator;

import io.github.leaderelection.Promise;
import io.github.leaderelection.internal.protocol.ElectionProtocol;
import io.github.leaderelection.internal.protocol.ElectionSettings;
import io.github.leaderelection.internal.quorum.QuorumMessage;
import io.github.leaderelection.internal.quorum.QuorumState;
import io.github.leaderelection.internal.quorum.protocol.QuorumProtocol;
import io.github.leaderelection.spi.ElectionMessage;
import org.jspecify.annotations.Nullable;

/**
 * The default election, which is always there.
 */
final class QuorumAlgorithm implements ElectionAlgorithm {

	@Override
	public String name() {
		return Algorithm.DEFAULT;
	}

	@Override
	public ElectionProtocol<?, ?> protocol(UnaryOperator<ElectionProtocol<QuorumState, QuorumMessage>> between) {
		return between.apply(new QuorumProtocol());
	}

	@Override
	public @Nullable QuorumMessage quorumMessage(ElectionMessage message) {
		return (message instanceof QuorumMessage quorum) ? quorum : null;
	}

	@Override
	public Set<Trait> traits() {
		return Set.of(Trait.PREEMPTS, Trait.DETECTS_CRASHES);
	}

	@Override
	public Set<Promise> promises(ElectionSettings settings) {
		return Promise.ALL;
	}

}
