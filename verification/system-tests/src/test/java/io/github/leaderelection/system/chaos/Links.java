package io.github.leaderelection.system.chaos;

import java.util.Set;

import io.github.leaderelection.system.cluster.Wiring;

/**
 * The network between the nodes of a cluster, which does as it is told. Used by one
 * thread.
 */
interface Links extends Wiring, AutoCloseable {

	/** Which faults it can make. */
	Set<FaultKind> kinds();

	/** The host under which all nodes reach what this process starts. */
	String host();

	/**
	 * Sets what befalls what goes from one node to another, from now on.
	 */
	void set(int from, int to, Trouble trouble);

	/** Resets all connections between two nodes. */
	void reset(int one, int other);

	/** Fills the disk of a node, if it has one of its own, or makes room on it. */
	void fillDisk(int node, boolean full);

	@Override
	void close();

}
