package io.github.leaderelection.system.cluster;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import io.github.leaderelection.probe.RunFile.Run;

/**
 * Judges whether two nodes led at once: a yes under a lower token that was asked for
 * after a yes under a higher token had been answered is an overlap.
 */
public final class Leaderships {

	private final Map<Long, LeadershipPeriod> byToken = new TreeMap<>();

	private final List<String> overlaps = new ArrayList<>();

	/**
	 * Adds what one process answered.
	 * @param node the node it was
	 * @param samples its answers
	 */
	public void add(String node, List<Run> samples) {
		for (Run run : samples) {
			if (run.answer() > 0) {
				LeadershipPeriod reign = new LeadershipPeriod(node, run.answer(), run.firstAfter(), run.lastBefore());
				this.byToken.merge(run.answer(), reign, this::merge);
			}
		}
	}

	/**
	 * The overlaps.
	 * @return a line for each, empty if there were none
	 */
	public List<String> overlaps() {
		List<String> all = new ArrayList<>(this.overlaps);
		List<LeadershipPeriod> reigns = List.copyOf(this.byToken.values());
		for (int low = 0; low < reigns.size(); low++) {
			for (int high = low + 1; high < reigns.size(); high++) {
				long nanos = reigns.get(low).lastAsked() - reigns.get(high).firstAnswered();
				if (nanos > 0) {
					all.add(reigns.get(low) + " overlaps " + reigns.get(high) + " by " + nanos + " ns");
				}
			}
		}
		return all;
	}

	/**
	 * When a yes under the token, or under a higher one, was first answered.
	 * @param token the token
	 * @return the stamp after the answer, {@code Long.MAX_VALUE} for never
	 */
	public long firstAnswered(long token) {
		return this.byToken.values()
			.stream()
			.filter((reign) -> reign.token() >= token)
			.mapToLong(LeadershipPeriod::firstAnswered)
			.min()
			.orElse(Long.MAX_VALUE);
	}

	private LeadershipPeriod merge(LeadershipPeriod one, LeadershipPeriod other) {
		if (!one.node().equals(other.node())) {
			this.overlaps.add(one + " and " + other + " share a token");
		}
		return new LeadershipPeriod(one.node(), one.token(), Math.min(one.firstAnswered(), other.firstAnswered()),
				Math.max(one.lastAsked(), other.lastAsked()));
	}

	private record LeadershipPeriod(String node, long token, long firstAnswered, long lastAsked) {
	}

}
