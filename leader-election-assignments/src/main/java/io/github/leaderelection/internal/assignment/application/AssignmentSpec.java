package io.github.leaderelection.internal.assignment.application;

import java.time.Duration;
import java.util.List;
import java.util.Map;

import io.github.leaderelection.internal.assignment.protocol.AssignmentEvent.Pinned;
import io.github.leaderelection.internal.assignment.protocol.PartitionList;
import org.jspecify.annotations.Nullable;

/**
 * An assignment as configured here.
 *
 * @param list null where a source tells the partitions
 * @param follow containers and beans that run where a partition is owned, by partition
 */
public record AssignmentSpec(String name, String group, @Nullable PartitionList list, int capacity,
		Duration drainTimeout, Duration refreshInterval, List<Pinned> pins, Map<String, List<String>> follow) {

	/** The key below which an assignment is configured, with its dot. */
	public static String key(String assignment) {
		return "leader-election.assignments." + assignment + ".";
	}

	/** By how many partitions this instance would divide, 0 for named ones. */
	int division() {
		return (this.list != null) ? this.list.division() : 0;
	}

}
