package io.github.leaderelection.internal.assignment.protocol;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;

/**
 * The assignments of a group as one node knows them.
 *
 * @param leader null while it does not lead
 * @param known the newest lists, also of assignments that only others declare
 * @param pinsKnown up to which leadership the pins that outlive leaders are known
 */
public record AssignmentState(WorkerState worker, @Nullable LeaderState leader, List<Known> known, List<Pin> pins,
		long pinsKnown) {

	/** The list of an assignment, null if it is not known here. */
	public @Nullable PartitionList list(String assignment) {
		for (Known each : this.known) {
			if (each.assignment().equals(assignment)) {
				return each.list();
			}
		}
		return null;
	}

	/** The worker that alone may own a partition, by the partition's name. */
	public Map<String, String> required(String assignment) {
		return this.pins.stream()
			.filter((each) -> each.required() && each.assignment().equals(assignment))
			.collect(Collectors.toMap(Pin::name, Pin::worker));
	}

	/**
	 * An assignment and its partitions.
	 */
	public record Known(String assignment, PartitionList list) {
	}

	/**
	 * Where a partition belongs, if that worker is there.
	 *
	 * @param required whether nobody else may own it, even if that worker is not there
	 * @param token of the leadership of this node in which it was told, 0 for none
	 */
	public record Pin(String assignment, String name, String worker, boolean required, long token) {
	}

}
