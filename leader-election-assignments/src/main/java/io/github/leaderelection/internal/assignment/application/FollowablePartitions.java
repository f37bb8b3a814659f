package io.github.leaderelection.internal.assignment.application;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

import io.github.leaderelection.assignments.AssignedPartition;
import io.github.leaderelection.assignments.PartitionListener;
import io.github.leaderelection.internal.follow.Followable;
import io.github.leaderelection.internal.follow.Follower;

/**
 * Has containers and beans run while this instance owns the partition that they follow.
 */
final class FollowablePartitions implements PartitionListener {

	private final Map<String, Follower> byKey = new ConcurrentHashMap<>();

	Stream<Followable> of(AssignmentSpec spec) {
		return spec.follow().entrySet().stream().map((each) -> {
			String key = AssignmentSpec.key(spec.name()) + "follow." + each.getKey();
			return new Followable(key, each.getValue(), spec.drainTimeout(), (follower) -> {
				this.byKey.put(key, follower);
				return () -> this.byKey.remove(key);
			});
		});
	}

	@Override
	public void onAssigned(AssignedPartition partition) {
		follower(partition).ifPresent((follower) -> {
			// However long other listeners take to hear of the end.
			partition.onRevocation(follower::settle);
			follower.follow(() -> partition.isOwned() && !partition.isDraining(), () -> {
				throw new IllegalStateException("What follows partition " + partition + " could not be started");
			}).join();
		});
	}

	@Override
	public void onRevoking(AssignedPartition partition) {
		follower(partition).ifPresent((follower) -> follower.settle().join());
	}

	private Optional<Follower> follower(AssignedPartition partition) {
		return Optional
			.ofNullable(this.byKey.get(AssignmentSpec.key(partition.assignment()) + "follow." + partition.name()));
	}

}
