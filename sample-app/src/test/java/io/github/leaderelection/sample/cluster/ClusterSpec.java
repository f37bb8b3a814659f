package io.github.leaderelection.sample.cluster;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * A cluster to be started.
 *
 * @param name the name of its directory
 * @param size how many nodes
 * @param stateDirectories whether each node has a state directory
 * @param lease the lease
 * @param arguments further arguments of the application
 */
public record ClusterSpec(String name, int size, boolean stateDirectories, Duration lease, List<String> arguments) {

	/**
	 * Three nodes without state directories. The lease is longer than the default: the
	 * nodes and their test share two cores with JVMs that are just starting.
	 * @param name the name of the cluster's directory
	 * @return the cluster
	 */
	public static ClusterSpec ofThree(String name) {
		return new ClusterSpec(name, 3, false, Duration.ofSeconds(2), List.of());
	}

	/**
	 * Changes the number of nodes.
	 * @param nodes how many
	 * @return the changed cluster
	 */
	public ClusterSpec withSize(int nodes) {
		return new ClusterSpec(this.name, nodes, this.stateDirectories, this.lease, this.arguments);
	}

	/**
	 * Chooses whether each node has a state directory.
	 * @param wanted whether
	 * @return the changed cluster
	 */
	public ClusterSpec withStateDirectories(boolean wanted) {
		return new ClusterSpec(this.name, this.size, wanted, this.lease, this.arguments);
	}

	/**
	 * Changes the lease.
	 * @param duration the lease
	 * @return the changed cluster
	 */
	public ClusterSpec withLease(Duration duration) {
		return new ClusterSpec(this.name, this.size, this.stateDirectories, duration, this.arguments);
	}

	/**
	 * Sets a property of the application.
	 * @param key the key
	 * @param value the value
	 * @return the changed cluster
	 */
	public ClusterSpec with(String key, String value) {
		List<String> more = new ArrayList<>(this.arguments);
		more.add("--" + key + "=" + value);
		return new ClusterSpec(this.name, this.size, this.stateDirectories, this.lease, List.copyOf(more));
	}

}
