package io.github.leaderelection.system.benchmark;

import java.util.Locale;

/**
 * What so many groups on three nodes cost.
 *
 * @param groups how many
 * @param ledMillis from the start of the last node until all were led; infinite if they
 * never were
 * @param failoverMillis from the kill of the node that leads them until all were led
 * again; infinite if they never were
 * @param lost leaderships lost while nothing happened
 * @param messages messages a second of all nodes
 * @param writes writes a second of all nodes
 * @param kilobytes KB a second of all nodes
 * @param leaderCpu milliseconds of CPU a minute on the node that leads them
 * @param followerCpu the same on the others, the mean
 * @param leaderHeap MiB of heap after a collection on the node that leads them
 * @param followerHeap the same on the others, the largest
 */
record GroupsCost(int groups, double ledMillis, double failoverMillis, int lost, double messages, double writes,
		double kilobytes, double leaderCpu, double followerCpu, double leaderHeap, double followerHeap) {

	static final String HEADER = """
			| groups | all led, ms after the last start | all led, ms after the kill | lost at rest | messages a second \
			| writes a second | KB a second | leader, CPU ms a minute | follower | leader, MiB of heap | follower |
			|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|""";

	double heap() {
		return Math.max(this.leaderHeap, this.followerHeap);
	}

	String row() {
		return String.format(Locale.ROOT, "| %d | %s | %s | %d | %.0f | %.0f | %.0f | %.0f | %.0f | %.1f | %.1f |",
				this.groups, millis(this.ledMillis), millis(this.failoverMillis), this.lost, this.messages, this.writes,
				this.kilobytes, this.leaderCpu, this.followerCpu, this.leaderHeap, this.followerHeap);
	}

	private static String millis(double value) {
		return Double.isInfinite(value) ? "never" : String.format(Locale.ROOT, "%.0f", value);
	}

}
