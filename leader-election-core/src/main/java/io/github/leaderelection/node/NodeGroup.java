package io.github.leaderelection.node;

import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;

import io.github.leaderelection.CandidatePosition;
import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.protocol.ElectionProtocol;
import io.github.leaderelection.internal.protocol.ElectionSettings;
import io.github.leaderelection.internal.runtime.extension.ExtensionFactory;
import io.github.leaderelection.internal.runtime.group.GroupSpec;
import io.github.leaderelection.internal.store.FileBallotStore;
import io.github.leaderelection.internal.store.InMemoryBallotStore;
import io.github.leaderelection.spi.Ballot;
import io.github.leaderelection.spi.BallotStore;
import io.github.leaderelection.spi.BallotStoreException;
import io.github.leaderelection.spi.LeaseStore;
import org.jspecify.annotations.Nullable;

/**
 * A group as it was configured.
 *
 * @param protocol the election
 * @param settings its settings
 * @param position the source of the application's position, or null
 * @param startsOnlyJoined whether the node's start fails if it cannot join
 * @param leaseStore where the group's lease is kept, or null
 * @param extensions what stands beside its election
 */
record NodeGroup(ElectionProtocol<?, ?> protocol, ElectionSettings settings, @Nullable CandidatePosition position,
		boolean startsOnlyJoined, @Nullable LeaseStore leaseStore, List<ExtensionFactory> extensions) {

	String name() {
		return this.settings.group();
	}

	BallotStore openStore(@Nullable Path stateDirectory) {
		if (stateDirectory == null) {
			return new InMemoryBallotStore();
		}
		BallotStore store = FileBallotStore.open(stateDirectory, this.settings.cluster(), this.settings.self(), name());
		try {
			checkTerm(store.load(), stateDirectory);
		}
		catch (BallotStoreException ex) {
			store.close();
			throw ex;
		}
		return store;
	}

	/**
	 * Refuses the last term: no election reaches it, and none follows it, so a node that
	 * accepted it would be silent for ever.
	 */
	private void checkTerm(@Nullable Ballot saved, Path stateDirectory) {
		long term = (saved != null) ? Math.max(saved.term(), saved.voteFloor()) : 0;
		if (term >= Ballot.MAX_TERM) {
			throw new BallotStoreException("The state of node '" + this.settings.self() + "', group '" + name()
					+ "', in " + stateDirectory + " names term " + term + ", but terms end at " + Ballot.MAX_TERM
					+ ": delete this state while the other nodes run, and the node learns the terms from them. Where all"
					+ " nodes say so, stop them, delete the state of all, and set leader-election.minimum-term to the"
					+ " highest fencing token that was granted");
		}
	}

	GroupSpec<?, ?> spec(BallotStore store, Function<NodeId, @Nullable String> urls) {
		return new GroupSpec<>(this.protocol, this.settings, store, urls, this.position, true, this.leaseStore,
				this.extensions);
	}

}
