package io.github.leaderelection.internal.metadata.runtime;

import java.util.List;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.metadata.protocol.Metadata;
import io.github.leaderelection.internal.protocol.Lease;
import org.jspecify.annotations.Nullable;

/**
 * The register as readers of any thread see it.
 *
 * @param shown the newest value that this node knows to be committed
 * @param whole whether this node has been filled since it had nothing
 * @param leading null while this node does not lead
 */
public record RegisterSnapshot(Metadata shown, boolean whole, @Nullable Leading leading) {

	/**
	 * The register on the leader.
	 *
	 * @param committed the newest value, null before the leader is synchronised
	 * @param missing members that a leader still has to hear before it is synchronised
	 * @param accepted members that saved the newest write
	 * @param informed members that show the committed one
	 * @param hidden whether a newer value may be shown elsewhere already
	 */
	public record Leading(long token, Lease lease, @Nullable Metadata committed, List<NodeId> missing,
			List<NodeId> accepted, List<NodeId> informed, boolean hidden) {
	}

}
