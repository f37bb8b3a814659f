package io.github.leaderelection;

import java.util.Set;

/**
 * One process's part in a cluster: owns the event loop, the links to the peers and the
 * saved state. May be started again after it was closed, any number of times. Safe for
 * use from any thread.
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
	 * The groups this node takes part in.
	 * @return their names
	 */
	Set<String> groups();

	/**
	 * The elector of a group. The same object before, during and after every start.
	 * @param group the group's name
	 * @return the elector
	 * @throws IllegalArgumentException if there is no such group; the message names those
	 * there are
	 */
	LeaderElector elector(String group);

	/**
	 * Starts to take part. Does nothing on a node that has started. Returns at once, but
	 * where an election has members join and was told not to start without: then blocks
	 * until that has come about or failed, for a few leases.
	 * @throws IllegalStateException if the saved state cannot be used, or the node was
	 * not let into its group and must not start without; the message says what to do
	 */
	void start();

	/**
	 * Whether the node has started and was not closed.
	 * @return whether it takes part
	 */
	boolean isRunning();

	/**
	 * Stops: admits no new leader-only work, awaits running work for at most the drain
	 * time while leases are renewed, revokes, cedes, and closes. Blocks until done; an
	 * interrupt is kept for the caller and shortens nothing. Does nothing on a node that
	 * is not running.
	 */
	@Override
	void close();

}
