package io.github.leaderelection.simulator.branches;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;

/**
 * How often each branch was taken: in directed scenarios, in random runs, and in random
 * runs of the elections that stand on this one; and why some never are.
 */
final class BranchTable {

	private final Map<String, long[]> counts = new LinkedHashMap<>();

	private final Map<String, Reason> reasons;

	/**
	 * Adds up what was counted.
	 * @param branches the branches
	 * @param directed counts of the directed scenarios
	 * @param random counts of the random runs
	 * @param layered counts of the random runs of the elections above
	 * @param lines names the branches
	 * @param reasons why a branch may never be taken, by its name
	 */
	BranchTable(List<Branch> branches, long[] directed, long[] random, long[] layered, SourceLines lines,
			Map<String, Reason> reasons) {
		this.reasons = reasons;
		Map<String, Integer> equal = new HashMap<>();
		Map<String, Integer> lineOf = new HashMap<>();
		for (int i = 0; i < branches.size(); i++) {
			Branch branch = branches.get(i);
			String where = branch.type() + "#" + branch.method() + " | " + lines.of(branch);
			// what is written twice in a method is told apart by its place
			String place = where + " @" + branch.line();
			int copy = lineOf.computeIfAbsent(place, (unseen) -> equal.merge(where, 1, Integer::sum));
			String name = where + ((copy > 1) ? " (" + copy + ")" : "") + " | " + branch.condition() + " "
					+ branch.way();
			long[] sums = this.counts.computeIfAbsent(name, (unseen) -> new long[3]);
			sums[0] += directed[i];
			sums[1] += random[i];
			sums[2] += layered[i];
		}
	}

	/**
	 * What is wrong: branches never taken without a reason, and reasons of branches that
	 * are taken or that there are not.
	 */
	List<String> faults() {
		List<String> faults = new ArrayList<>();
		this.counts.forEach((name, sums) -> {
			boolean taken = sums[0] + sums[1] + sums[2] > 0;
			Reason reason = this.reasons.get(name);
			if (!taken && reason == null) {
				faults.add("never taken, and no reason is written: " + name);
			}
			if (taken && reason != null && !reason.seldom()) {
				faults.add("taken although a reason says that it is not: " + name);
			}
		});
		faults.addAll(withoutBranch());
		return faults;
	}

	/**
	 * The reasons of branches that there are not: all classes they name must have been
	 * counted.
	 */
	List<String> withoutBranch() {
		return new TreeSet<>(this.reasons.keySet()).stream()
			.filter((name) -> !this.counts.containsKey(name))
			.map((name) -> "there is a reason, but no such branch: " + name)
			.toList();
	}

	/**
	 * One line for all.
	 */
	String summary() {
		long directed = this.counts.values().stream().filter((sums) -> sums[0] > 0).count();
		long random = this.counts.values().stream().filter((sums) -> sums[1] > 0).count();
		long layered = this.counts.values().stream().filter((sums) -> sums[2] > 0).count();
		long never = this.counts.values().stream().filter((sums) -> sums[0] + sums[1] + sums[2] == 0).count();
		return String.format(Locale.ROOT,
				"%d branches of the election: %d taken in directed scenarios, %d in random runs, %d in random runs of the"
						+ " elections above it, %d in none",
				this.counts.size(), directed, random, layered, never);
	}

	/**
	 * One line for each branch: the three counts, and its name.
	 */
	List<String> lines() {
		List<String> lines = new ArrayList<>();
		this.counts.forEach((name, sums) -> lines
			.add(String.format(Locale.ROOT, "%10d %12d %10d  %s", sums[0], sums[1], sums[2], name)));
		return lines;
	}

}
