package io.github.leaderelection.simulator;

import java.util.stream.Stream;

import io.github.leaderelection.internal.algorithm.Algorithm;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Random runs of each election beside the default one, the same ones every time: each
 * keeps what it promises, and is led.
 */
class OtherElectionsTests {

	private static final long SEEDS = Boolean.getBoolean("test.thorough") ? 80 : 16;

	private static final long LEAST_SECONDS = 125 * SEEDS;

	private static final long NANOS_PER_SECOND = 1_000_000_000;

	private static final double LEAST_SHARE_LED = 0.3;

	static Stream<String> others() {
		return Algorithm.names().stream().filter((name) -> !name.equals("quorum"));
	}

	@ParameterizedTest
	@MethodSource("others")
	void promisesAreKeptInEveryRun(String name) {
		Summary summary = Summary.of(Algorithm.named(name), 1, SEEDS, Simulator.DEFAULT_NANOS,
				Runtime.getRuntime().availableProcessors(), (violation) -> {
				});
		assertThat(summary.violations()).isEmpty();
		assertThat(summary.seeds()).isEqualTo(SEEDS);
		assertThat(summary.nanos() / NANOS_PER_SECOND).isGreaterThanOrEqualTo(LEAST_SECONDS);
		assertThat((double) summary.ledNanos() / summary.nanos()).as("share of time with a leader")
			.isGreaterThan(LEAST_SHARE_LED);
	}

}
