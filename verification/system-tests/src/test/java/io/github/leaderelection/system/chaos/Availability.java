package io.github.leaderelection.system.chaos;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

import io.github.leaderelection.probe.RunFile.Run;
import io.github.leaderelection.system.cluster.LifeRecord;

/**
 * How long somebody led, and when nobody did.
 *
 * @param from the beginning of the time looked at
 * @param until its end
 * @param gaps the times in which no node answered that it leads, in order
 */
record Availability(long from, long until, List<Gap> gaps) {

	/**
	 * Looks at what the nodes answered.
	 * @param records what they left behind
	 * @param from the beginning of the time looked at
	 * @param until its end
	 * @return what was found
	 */
	static Availability of(List<LifeRecord> records, long from, long until) {
		List<Run> led = records.stream()
			.flatMap((life) -> life.samples().stream())
			.filter((run) -> run.answer() > 0 && run.lastAfter() > from && run.firstBefore() < until)
			.sorted(Comparator.comparingLong(Run::firstBefore))
			.toList();
		List<Gap> gaps = new ArrayList<>();
		long end = from;
		for (Run run : led) {
			if (run.firstBefore() > end) {
				gaps.add(new Gap(end, run.firstBefore()));
			}
			end = Math.max(end, run.lastAfter());
		}
		if (end < until) {
			gaps.add(new Gap(end, until));
		}
		return new Availability(from, until, gaps);
	}

	/** The share of the time in which somebody led, between 0 and 1. */
	double share() {
		long without = this.gaps.stream().mapToLong(Gap::nanos).sum();
		return 1 - (double) without / (this.until - this.from);
	}

	/**
	 * A time without a leader.
	 *
	 * @param from the stamp of the last yes
	 * @param until the stamp of the next one
	 */
	record Gap(long from, long until) {

		long nanos() {
			return this.until - this.from;
		}

	}

}
