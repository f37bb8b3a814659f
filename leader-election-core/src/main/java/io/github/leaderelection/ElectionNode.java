package io.github.leaderelection;

import java.util.Set;

/**
 * The part of one process in a cluster: owns the event loop, the links with the peers and
 * the saved state. May be started again after a close. Safe for use from any thread.
 */
public interface ElectionNode extends AutoCloseable {

	/**
	 * This node's id.
	 * @return the id
	 */
	NodeId id();

	/**
	 * The cluster's name.
	 * @return the name
	 */
	String cluster();

	/**
	 * The groups that this node takes part in.
	 * @return their names
	 */
	Set<String> groups();

	/**
	 * The elector of a group. Always the same object, before, during and after every
	 * start.
	 * @param group the group's name
	 * @return the elector
	 * @throws IllegalArgumentException for an unknown group; the message names the known
	 * ones
	 */
	LeaderElector elector(String group);

	/**
	 * Starts to take part. Does nothing on a running node. Returns at once, unless the
	 * node must join its group before it starts. Then it blocks for up to a few leases,
	 * until joining succeeded or failed.
	 * @throws IllegalStateException if the saved state cannot be used, or a required join
	 * failed; the message names the remedy
	 */
	void start();

	/**
	 * Whether the node has started and was not closed.
	 * @return whether it takes part
	 */
	boolean isRunning();

	/**
	 * Stops the node: admits no new leader-only work and waits for running work, for at
	 * most the drain time, while leases are renewed. Then it ends its leaderships, names
	 * successors and closes all resources. Blocks until done. An interrupt does not
	 * shorten it and is kept for the caller. Does nothing on a node that is not running.
	 */
	@Override
	void close();

}
