package io.github.leaderelection.simulator.lab;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.LongStream;

import io.github.leaderelection.simulator.lab.script.Scenario;
import io.github.leaderelection.simulator.lab.stage.LabOutcome;
import io.github.leaderelection.simulator.lab.stage.Tally;

/**
 * What came of a scenario under all its seeds.
 */
final class Measurements {

	private final Scenario scenario;

	private final List<LabOutcome> outcomes;

	private final long[] gaps;

	private final Tally total;

	Measurements(Scenario scenario, List<LabOutcome> outcomes) {
		this.scenario = scenario;
		this.outcomes = List.copyOf(outcomes);
		this.gaps = outcomes.stream().flatMapToLong((outcome) -> {
			long[] ended = outcome.gaps().stream().mapToLong(Long::longValue).toArray();
			return LongStream.concat(Arrays.stream(ended), LongStream.of(outcome.openGap()).filter((gap) -> gap > 0));
		}).sorted().toArray();
		this.total = outcomes.stream().map(LabOutcome::cost).reduce(Tally::plus).orElseThrow();
	}

	Scenario scenario() {
		return this.scenario;
	}

	int seeds() {
		return this.outcomes.size();
	}

	/**
	 * How often nobody led for a while, in all runs.
	 */
	int gapCount() {
		return this.gaps.length;
	}

	/**
	 * Whether some node led again after each gap.
	 */
	boolean allGapsEnded() {
		return this.outcomes.stream().allMatch((outcome) -> outcome.openGap() == 0);
	}

	/**
	 * The downtime that a share of all downtimes does not exceed, by nearest rank.
	 * @return nanoseconds
	 */
	long downtime(int perMille) {
		int rank = (int) ((this.gaps.length * (long) perMille + 999) / 1000);
		return this.gaps[Math.max(rank, 1) - 1];
	}

	Tally total() {
		return this.total;
	}

	double ledPercent() {
		return 100.0 * this.total.ledNanos() / Math.max(1, this.total.nanos());
	}

	/**
	 * In how many runs one proposal was made and no more.
	 */
	long withOneProposal() {
		return this.outcomes.stream().filter((outcome) -> outcome.cost().elections() == 1).count();
	}

	/**
	 * In how many runs everything expected came about and no promise was broken but those
	 * a variant is known to break.
	 */
	long kept() {
		return this.outcomes.stream().filter(this::isKept).count();
	}

	/**
	 * How many messages followed one from another until the first grant, on average over
	 * the runs with one.
	 */
	double meanRounds() {
		return this.outcomes.stream().mapToInt(LabOutcome::rounds).filter((rounds) -> rounds > 0).average().orElse(0);
	}

	/**
	 * How many led at once at most, in any run.
	 */
	int mostLeaders() {
		return this.outcomes.stream().mapToInt(LabOutcome::mostLeaders).max().orElse(0);
	}

	/**
	 * The runs that went wrong.
	 */
	List<LabOutcome> wrong() {
		return this.outcomes.stream().filter((outcome) -> !isKept(outcome)).toList();
	}

	/**
	 * In how many runs each promise was broken.
	 */
	Map<String, Integer> broken() {
		Map<String, Integer> counts = new TreeMap<>();
		this.outcomes.forEach((outcome) -> outcome.broken().forEach((rule) -> counts.merge(rule, 1, Integer::sum)));
		return counts;
	}

	private boolean isKept(LabOutcome outcome) {
		return outcome.failure() == null && this.scenario.breaks().containsAll(outcome.broken());
	}

}
