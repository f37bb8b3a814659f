package io.github.leaderelection.internal.runtime.group;

import java.util.List;
import java.util.function.Function;

import io.github.leaderelection.CandidatePosition;
import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.protocol.ElectionProtocol;
import io.github.leaderelection.internal.protocol.ElectionSettings;
import io.github.leaderelection.internal.runtime.extension.ExtensionFactory;
import io.github.leaderelection.spi.BallotStore;
import io.github.leaderelection.spi.ElectionMessage;
import io.github.leaderelection.spi.LeaseStore;
import org.jspecify.annotations.Nullable;

/**
 * The parts of one group.
 *
 * @param store where its ballot is kept; opened and closed by the loop's owner
 * @param urls returns a member's base URL, for the status alone; null while it is not
 * known. Called on any thread; must not block
 * @param position the source of the application's position, null if it is never ahead
 * @param leaseStore where its lease is kept, null where nodes elect among themselves;
 * opened and closed by the loop's owner
 * @param extensions what stands beside its election
 */
public record GroupSpec<S, M extends ElectionMessage>(ElectionProtocol<S, M> protocol, ElectionSettings settings,
		BallotStore store, Function<NodeId, @Nullable String> urls, @Nullable CandidatePosition position,
		boolean traced, @Nullable LeaseStore leaseStore, List<ExtensionFactory> extensions) {
}
