package io.github.leaderelection.test.cluster;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import java.util.stream.Collectors;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.assignments.PartitionListener;
import io.github.leaderelection.internal.assignment.application.OwnedPartitions;
import io.github.leaderelection.internal.assignment.application.PartitionListeners;
import io.github.leaderelection.internal.assignment.protocol.AssignmentSettings.Declared;
import io.github.leaderelection.internal.assignment.protocol.PartitionList;
import io.github.leaderelection.internal.assignment.runtime.AssignmentPlan;
import io.github.leaderelection.internal.assignment.runtime.AssignmentsFactory;
import io.github.leaderelection.internal.assignment.runtime.GroupAssignments;
import io.github.leaderelection.internal.assignment.runtime.OwnershipPublisher;
import io.github.leaderelection.internal.runtime.environment.NodeClock;
import io.github.leaderelection.internal.runtime.extension.ExtensionFactory;

/**
 * The assignments of one node of a cluster, across its starts. Loaded only in clusters
 * that have assignments.
 */
final class ClusterWorker {

	/** As in an application whose peers elect among themselves. */
	private static final int LEASES = 3;

	private final List<PartitionListener> listeners = new CopyOnWriteArrayList<>();

	private final PartitionListeners told;

	private final OwnershipPublisher publisher;

	private final AssignmentsFactory factory;

	ClusterWorker(NodeId node, Map<String, Integer> partitions, Duration lease, Duration drain, NodeClock clock,
			Executor executor) {
		this.told = new PartitionListeners(() -> this.listeners, (event) -> {
		}, node::value, executor);
		this.publisher = new OwnershipPublisher(clock, this.told);
		long held = lease.multipliedBy(LEASES).toNanos();
		List<Declared> declared = partitions.entrySet()
			.stream()
			.map((each) -> new Declared(each.getKey(), 1, PartitionList.counted(each.getValue())))
			.toList();
		this.factory = new AssignmentsFactory(new AssignmentPlan(held, held, false, declared,
				partitions.keySet().stream().collect(Collectors.toMap((name) -> name, (name) -> drain.toNanos()))),
				this.publisher, null);
	}

	ExtensionFactory extension() {
		return this.factory;
	}

	OwnedPartitions owned(String assignment, int division) {
		return new OwnedPartitions(assignment, division, this.publisher, this.told);
	}

	void listen(PartitionListener listener) {
		this.listeners.add(listener);
	}

	/** Gives back all, as an application does before its node stops. */
	CompletionStage<Void> stop() {
		GroupAssignments present = this.factory.present();
		return (present != null) ? present.stop() : CompletableFuture.completedStage(null);
	}

}
