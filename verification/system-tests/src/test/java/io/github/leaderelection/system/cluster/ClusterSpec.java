package io.github.leaderelection.system.cluster;

import java.nio.file.Path;
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
 * @param options further options of the JVM
 * @param libraries directories with jars that the application gets beside its own
 * @param patches changes to the core
 * @param form the form of the application
 */
public record ClusterSpec(String name, int size, boolean stateDirectories, Duration lease, List<String> arguments,
		List<String> options, List<Path> libraries, List<Patch> patches, SampleForm form) {

	/**
	 * Three nodes without state directories. The lease is longer than the default: the
	 * nodes and their test share two cores with JVMs that are just starting, and a
	 * standstill of theirs is to be no election.
	 * @param name the name of the cluster's directory
	 * @return the cluster
	 */
	public static ClusterSpec ofThree(String name) {
		return new ClusterSpec(name, 3, false, Duration.ofSeconds(6), List.of(), List.of(), List.of(), List.of(),
				SampleForm.PACKAGED);
	}

	/**
	 * Changes the number of nodes.
	 * @param nodes how many
	 * @return the changed cluster
	 */
	public ClusterSpec withSize(int nodes) {
		return new ClusterSpec(this.name, nodes, this.stateDirectories, this.lease, this.arguments, this.options,
				this.libraries, this.patches, this.form);
	}

	/**
	 * Chooses whether each node has a state directory. With one a new cluster elects as
	 * soon as its nodes have found each other; without, each node first waits for a
	 * lease.
	 * @param wanted whether
	 * @return the changed cluster
	 */
	public ClusterSpec withStateDirectories(boolean wanted) {
		return new ClusterSpec(this.name, this.size, wanted, this.lease, this.arguments, this.options, this.libraries,
				this.patches, this.form);
	}

	/**
	 * Changes the lease.
	 * @param duration the lease
	 * @return the changed cluster
	 */
	public ClusterSpec withLease(Duration duration) {
		return new ClusterSpec(this.name, this.size, this.stateDirectories, duration, this.arguments, this.options,
				this.libraries, this.patches, this.form);
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
		return new ClusterSpec(this.name, this.size, this.stateDirectories, this.lease, List.copyOf(more), this.options,
				this.libraries, this.patches, this.form);
	}

	/**
	 * Has the application work so rarely that it does nothing but elect.
	 * @return the changed cluster
	 */
	public ClusterSpec withIdleApplication() {
		ClusterSpec changed = withoutPartitions();
		for (String work : List.of("customers", "orders", "jobs.reconcile-invoices", "jobs.send-reminders",
				"jobs.purge-sessions", "jobs.close-books")) {
			changed = changed.with("sample." + work + ".every", "1h");
		}
		return changed;
	}

	/**
	 * Has the leader give out no partition within an hour: it waits for those who may own
	 * it. Nothing is said of partitions but at a change of the leader.
	 * @return the changed cluster
	 */
	public ClusterSpec withoutPartitions() {
		return with("leader-election.ownership.lease", "1h");
	}

	/**
	 * Sets options of the JVM.
	 * @param all the options
	 * @return the changed cluster
	 */
	public ClusterSpec withOptions(List<String> all) {
		return new ClusterSpec(this.name, this.size, this.stateDirectories, this.lease, this.arguments,
				List.copyOf(all), this.libraries, this.patches, this.form);
	}

	/**
	 * Gives the application more than its own libraries.
	 * @param all directories with jars
	 * @return the changed cluster
	 */
	public ClusterSpec withLibraries(List<Path> all) {
		return new ClusterSpec(this.name, this.size, this.stateDirectories, this.lease, this.arguments, this.options,
				List.copyOf(all), this.patches, this.form);
	}

	/**
	 * Changes the core.
	 * @param all the changes
	 * @return the changed cluster
	 */
	public ClusterSpec withPatches(List<Patch> all) {
		return new ClusterSpec(this.name, this.size, this.stateDirectories, this.lease, this.arguments, this.options,
				this.libraries, List.copyOf(all), this.form);
	}

	/**
	 * Changes the form of the application.
	 * @param wanted the form
	 * @return the changed cluster
	 */
	public ClusterSpec withForm(SampleForm wanted) {
		return new ClusterSpec(this.name, this.size, this.stateDirectories, this.lease, this.arguments, this.options,
				this.libraries, this.patches, wanted);
	}

}
