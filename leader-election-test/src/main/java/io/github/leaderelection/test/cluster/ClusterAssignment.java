package io.github.leaderelection.test.cluster;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.assignments.AssignedPartitions;
import io.github.leaderelection.assignments.PartitionListener;

/**
 * One assignment of a {@link TestCluster}: who owns which partition. Safe for use from
 * any thread.
 */
public final class ClusterAssignment {

	private final String name;

	private final int partitions;

	private final Map<NodeId, ClusterWorker> workers;

	private final TestTime time;

	private final Duration patience;

	ClusterAssignment(String name, int partitions, Map<NodeId, ClusterWorker> workers, TestTime time,
			Duration patience) {
		this.name = name;
		this.partitions = partitions;
		this.workers = workers;
		this.time = time;
		this.patience = patience;
	}

	/**
	 * Returns the assignment's name.
	 * @return the name
	 */
	public String name() {
		return this.name;
	}

	/**
	 * Returns the owners of each partition at this instant, by the clocks of each node.
	 * @return each partition in order, with the nodes that own it; one at most, unless
	 * the protocol is wrong
	 */
	public Map<String, List<NodeId>> owners() {
		Map<String, List<NodeId>> owners = new LinkedHashMap<>();
		IntStream.range(0, this.partitions)
			.mapToObj((index) -> "p" + index)
			.forEach((each) -> owners.put(each,
					this.workers.keySet().stream().filter((node) -> partitions(node).owns(each)).toList()));
		return owners;
	}

	/**
	 * Returns the partitions of a node, as its application has them as a bean.
	 * @param node the node
	 * @return the partitions, across starts of the node
	 * @throws IllegalArgumentException if there is no such node
	 */
	public AssignedPartitions partitions(NodeId node) {
		return worker(node).owned(this.name, this.partitions);
	}

	/**
	 * Has a listener hear of all partitions of a node from now on, as a bean of its
	 * application does.
	 * @param node the node
	 * @param listener the listener
	 * @throws IllegalArgumentException if there is no such node
	 */
	public void listen(NodeId node, PartitionListener listener) {
		worker(node).listen(listener);
	}

	/**
	 * Waits until each partition has exactly one owner.
	 * @throws AssertionError if this takes longer than the cluster's patience
	 */
	public void awaitOwners() {
		if (!this.time.until(() -> owners().values().stream().allMatch((nodes) -> nodes.size() == 1), this.patience)) {
			throw new AssertionError("The partitions of '" + this.name + "' have not come to one owner each within "
					+ this.patience + ": " + owners());
		}
	}

	private ClusterWorker worker(NodeId node) {
		ClusterWorker worker = this.workers.get(node);
		if (worker == null) {
			throw new IllegalArgumentException("Unknown node '" + node + "': use one of " + this.workers.keySet());
		}
		return worker;
	}

	@Override
	public String toString() {
		return "Assignment '" + this.name + "' of " + this.workers.keySet();
	}

}
