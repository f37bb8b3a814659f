package io.github.leaderelection.internal.assignment.protocol;

import java.util.Collections;
import java.util.List;

/**
 * The partitions of an assignment.
 *
 * @param division how many, 0 for named ones
 * @param named the names where they are named, else none
 */
public record PartitionList(int division, List<String> named) {

	/**
	 * Checks the ranges.
	 * @throws IllegalArgumentException if there are too many, or a name cannot be used
	 */
	public PartitionList {
		named = named.stream().sorted().toList();
		named.forEach((name) -> Partition.requireName("partition", name));
		if (division < 0 || division > Partition.MOST || named.size() > Partition.MOST
				|| named.stream().distinct().count() < named.size()) {
			throw new IllegalArgumentException("The list of " + Math.max(division, named.size())
					+ " partitions is invalid: use 0 to " + Partition.MOST + ", each once");
		}
	}

	/** Partitions p0, p1, and so on. */
	public static PartitionList counted(int count) {
		return new PartitionList(count, List.of());
	}

	/** Partitions with names. */
	public static PartitionList named(List<String> names) {
		return new PartitionList(0, names);
	}

	/** Whether a partition is one of them. */
	public boolean contains(Partition partition) {
		return this.division == partition.division()
				&& (partition.division() > 0 || Collections.binarySearch(this.named, partition.name()) >= 0);
	}

	/** The names in the order of the partitions. */
	public List<String> names() {
		return (this.division > 0) ? Partition.names(this.division) : this.named;
	}

}
