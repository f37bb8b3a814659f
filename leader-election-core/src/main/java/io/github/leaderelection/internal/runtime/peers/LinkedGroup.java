package io.github.leaderelection.internal.runtime.peers;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.spi.LinkLoss;

/**
 * A group as the links of its node see it. Called only by the thread that runs the loop.
 */
public interface LinkedGroup {

	/** Its number among the groups of its node. */
	int index();

	String name();

	Agreement agreement();

	void takeConnected(NodeId peer);

	void takeDisconnected(NodeId peer, LinkLoss loss);

	/** Queues the report of a link behind the present event. */
	void postConnected(NodeId peer);

}
