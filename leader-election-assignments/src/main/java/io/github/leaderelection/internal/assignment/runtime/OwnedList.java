package io.github.leaderelection.internal.assignment.runtime;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;

import io.github.leaderelection.internal.assignment.protocol.Partition;
import org.jspecify.annotations.Nullable;

/**
 * What is owned of one assignment: partitions of one division.
 */
final class OwnedList {

	private final int division;

	private final Map<String, Ownership> byName = new LinkedHashMap<>();

	/** Null where nothing is owned, or partitions are named. */
	private final @Nullable Ownership[] byIndex;

	OwnedList(int division) {
		this.division = division;
		this.byIndex = new @Nullable Ownership[division];
	}

	void add(Partition partition, Ownership ownership) {
		this.byName.put(partition.name(), ownership);
		if (partition.division() == this.division && this.division > 0) {
			this.byIndex[partition.index()] = ownership;
		}
	}

	int division() {
		return this.division;
	}

	@Nullable Ownership named(String name) {
		return this.byName.get(name);
	}

	@Nullable Ownership at(int index) {
		return this.byIndex[index];
	}

	Collection<Ownership> all() {
		return this.byName.values();
	}

}
