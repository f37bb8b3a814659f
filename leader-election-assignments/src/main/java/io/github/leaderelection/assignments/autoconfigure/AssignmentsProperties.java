package io.github.leaderelection.assignments.autoconfigure;

import java.time.Duration;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.boot.context.properties.bind.Name;

/**
 * The settings of assignments.
 *
 * @param assignments Partitions that the leader spreads over the instances, by the name
 * of the assignment.
 * @param ownership How long an instance owns partitions.
 */
@ConfigurationProperties("leader-election")
record AssignmentsProperties(@DefaultValue Map<String, Assignment> assignments, @DefaultValue Ownership ownership) {

	/**
	 * An assignment.
	 *
	 * @param partitions Number of partitions, or their names. Those of a PartitionSource
	 * bean unless set.
	 * @param group Group whose leader plans.
	 * @param capacity Share of this instance in comparison to others; 0 to own nothing.
	 * @param drainTimeout How long listeners and work of a partition are awaited before
	 * it goes to another instance. As for the leader unless set.
	 * @param refreshInterval Time between two questions of the leader to a
	 * PartitionSource.
	 * @param pins Node that owns a partition while it is there, by the partition's name.
	 * @param requiredPins Node that alone may own a partition, by the partition's name.
	 * @param follow Ids of listener containers, and names of beans, that run only where a
	 * partition is owned, by the partition's name.
	 */
	record Assignment(@Nullable List<String> partitions, @DefaultValue("default") String group,
			@DefaultValue("1") int capacity, @Nullable Duration drainTimeout,
			@DefaultValue("30s") Duration refreshInterval, @DefaultValue Map<String, String> pins,
			@DefaultValue Map<String, String> requiredPins, @DefaultValue Map<String, List<String>> follow) {

		/**
		 * An assignment without settings: the key of its name with nothing behind it.
		 * @param text what stands behind the name
		 * @return the assignment
		 * @throws IllegalArgumentException if the text is not empty
		 */
		public static Assignment valueOf(String text) {
			if (!text.isBlank()) {
				throw new IllegalArgumentException(
						"An assignment has no value of its own, only keys such as partitions");
			}
			return new Assignment(null, "default", 1, null, Duration.ofSeconds(30), Map.of(), Map.of(), Map.of());
		}

	}

	/**
	 * How long an instance owns partitions.
	 *
	 * @param lease How long an instance owns its partitions without an answer of the
	 * leader, the same on all instances. Three leases of the leader among peers, two with
	 * a store; at least two.
	 * @param waiting How long a leader waits for a silent instance before its partitions
	 * go to others. As the lease unless set, and never below it.
	 */
	record Ownership(@Nullable Duration lease, @Name("wait") @Nullable Duration waiting) {
	}

}
