package io.github.leaderelection.node;

import java.nio.file.Path;
import java.util.function.Function;

import io.github.leaderelection.CandidatePosition;
import io.github.leaderelection.NodeId;
import io.github.leaderelection.protocol.ElectionMessage;
import io.github.leaderelection.protocol.ElectionProtocol;
import io.github.leaderelection.protocol.ElectionSettings;
import io.github.leaderelection.runtime.GroupSpec;
import io.github.leaderelection.store.BallotStore;
import io.github.leaderelection.store.FileBallotStore;
import io.github.leaderelection.store.InMemoryBallotStore;
import org.jspecify.annotations.Nullable;

/**
 * A group as it was configured.
 *
 * @param protocol the election
 * @param settings its settings
 * @param position tells how far the application has come, or null
 * @param startsOnlyJoined whether the node must not go on starting where it could not
 * join
 */
record NodeGroup(ElectionProtocol<?, ?> protocol, ElectionSettings settings, @Nullable CandidatePosition position,
		boolean startsOnlyJoined) {

	String name() {
		return this.settings.group();
	}

	BallotStore openStore(@Nullable Path stateDirectory) {
		if (stateDirectory == null) {
			return new InMemoryBallotStore();
		}
		return FileBallotStore.open(stateDirectory, this.settings.cluster(), this.settings.self(), name());
	}

	GroupSpec<?, ?> spec(BallotStore store, Function<NodeId, @Nullable String> urls) {
		return spec(this.protocol, this.settings, store, urls, this.position);
	}

	private static <S, M extends ElectionMessage> GroupSpec<S, M> spec(ElectionProtocol<S, M> protocol,
			ElectionSettings settings, BallotStore store, Function<NodeId, @Nullable String> urls,
			@Nullable CandidatePosition position) {
		return new GroupSpec<>(protocol, settings, store, urls, position, true);
	}

}
