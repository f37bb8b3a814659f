package io.github.leaderelection.system.chaos;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;

import io.github.leaderelection.system.chaos.Availability.Gap;

/**
 * What came of a run.
 */
public final class ChaosResult {

	/** How many leases a cluster may be without a leader. */
	private static final int BOUND_LEASES = 3;

	private final ChaosSpec spec;

	private final Map<FaultKind, Integer> applied;

	private final int grants;

	private final int votesLost;

	private final Availability availability;

	private final Calm calm;

	private final List<Attempt> attempts;

	private final List<Violation> violations;

	ChaosResult(ChaosSpec spec, Map<FaultKind, Integer> applied, int grants, int votesLost, Availability availability,
			Calm calm, List<Attempt> attempts, List<Violation> violations) {
		this.spec = spec;
		this.applied = applied;
		this.grants = grants;
		this.votesLost = votesLost;
		this.availability = availability;
		this.calm = calm;
		this.attempts = attempts;
		this.violations = violations;
	}

	/**
	 * How many faults of each kind befell somebody.
	 * @return the numbers
	 */
	public Map<FaultKind, Integer> applied() {
		return this.applied;
	}

	/**
	 * How often leadership was granted.
	 * @return the number
	 */
	public int grants() {
		return this.grants;
	}

	/**
	 * How often a node noticed that its state could not be saved.
	 * @return the number
	 */
	public int votesLost() {
		return this.votesLost;
	}

	/**
	 * The promises that were not kept.
	 * @return a line each
	 */
	public List<Violation> violations() {
		return this.violations;
	}

	/**
	 * How often the register was written.
	 * @return the number
	 */
	public long writes() {
		return this.attempts.stream().filter(Attempt::accepted).count();
	}

	/**
	 * How often the register refused a token as too old.
	 * @return the number
	 */
	public long refusals() {
		return this.attempts.size() - writes();
	}

	/**
	 * The share of the time in which somebody led.
	 * @return the share, between 0 and 1
	 */
	public double share() {
		return this.availability.share();
	}

	/**
	 * The times without a leader.
	 * @return milliseconds each
	 */
	public List<Double> gapsMillis() {
		return this.availability.gaps().stream().map((gap) -> gap.nanos() / 1e6).toList();
	}

	/**
	 * The times without a leader that were longer than three leases.
	 * @return a text each, that says what explains it
	 */
	public List<String> longGaps() {
		return longer().stream().map(this::describe).toList();
	}

	/**
	 * The times without a leader, longer than three leases, in which a leader could have
	 * been found for longer than that without an interruption.
	 * @return a text each
	 */
	public List<String> unexplainedGaps() {
		return longer().stream().filter((gap) -> !isExplained(gap)).map(this::describe).toList();
	}

	private List<Gap> longer() {
		return this.availability.gaps().stream().filter((gap) -> gap.nanos() > bound()).toList();
	}

	private boolean isExplained(Gap gap) {
		return this.calm.longest(gap.from(), gap.until()) <= bound();
	}

	private long bound() {
		return BOUND_LEASES * this.spec.lease().toNanos();
	}

	private String describe(Gap gap) {
		List<String> lines = new ArrayList<>();
		lines
			.add(String.format(Locale.ROOT, "%s s to %s s, %.2f s, %s: a leader could be found for %.2f s at a stretch",
					at(gap.from()), at(gap.until()), gap.nanos() / 1e9, isExplained(gap) ? "explained" : "UNEXPLAINED",
					this.calm.longest(gap.from(), gap.until()) / 1e9));
		for (Disturbance each : this.calm.holding(gap.from(), gap.until())) {
			lines.add(String.format(Locale.ROOT, "    %8s s to %8s s  %s", at(each.from()), at(each.until()),
					each.what()));
		}
		return String.join("\n", lines);
	}

	/** Seconds from the beginning. */
	private String at(long stamp) {
		return (stamp == Long.MAX_VALUE) ? "the end"
				: String.format(Locale.ROOT, "%.2f", (stamp - this.availability.from()) / 1e9);
	}

	/**
	 * How long the run was, its recovery included.
	 * @return whole seconds
	 */
	public long seconds() {
		return TimeUnit.NANOSECONDS.toSeconds(this.availability.until() - this.availability.from());
	}

}
