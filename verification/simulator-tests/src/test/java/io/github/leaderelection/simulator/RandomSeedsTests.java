package io.github.leaderelection.simulator;

import java.util.Arrays;

import io.github.leaderelection.internal.algorithm.Algorithm;
import io.github.leaderelection.simulator.fault.plan.FaultKind;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Random runs on all cores, the same ones every time.
 */
class RandomSeedsTests {

	private static final boolean THOROUGH = Boolean.getBoolean("test.thorough");

	private static final long SEEDS = THOROUGH ? 900 : 200;

	/** A rare kind strikes once in a hundred runs. */
	private static final int MISSING_KINDS = THOROUGH ? 0 : 2;

	private static final double LEAST_SHARE_LED = 0.3;

	@Test
	void promisesAreKeptInEveryRun() {
		Summary summary = Summary.of(Algorithm.named(Algorithm.DEFAULT), 1, SEEDS, Simulator.DEFAULT_NANOS,
				Runtime.getRuntime().availableProcessors(), (violation) -> {
				});
		assertThat(summary.violations()).isEmpty();
		assertThat(summary.seeds()).isEqualTo(SEEDS);
		assertThat(summary.nanos()).isGreaterThanOrEqualTo(SEEDS * Simulator.DEFAULT_NANOS);
		assertThat(Arrays.stream(FaultKind.values()).filter((kind) -> summary.faults(kind) == 0).toList())
			.as("kinds of faults that never occurred")
			.hasSizeLessThanOrEqualTo(MISSING_KINDS);
		assertThat((double) summary.ledNanos() / summary.nanos()).as("share of time with a leader")
			.isGreaterThan(LEAST_SHARE_LED);
	}

}
