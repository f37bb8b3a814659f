package io.github.leaderelection.simulator;

import java.util.Arrays;

import io.github.leaderelection.internal.algorithm.Algorithm;
import io.github.leaderelection.simulator.assignment.AssignmentCount;
import io.github.leaderelection.simulator.fault.plan.Result;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * Random runs of assignments beside elections on all cores, the same ones every time.
 */
class AssignmentSeedsTests {

	private static final int FACTOR = Boolean.getBoolean("test.thorough") ? 10 : 1;

	@ParameterizedTest
	@CsvSource({ "quorum, 100", "lease, 150" })
	void promisesAreKeptInEveryRun(String name, long seeds) {
		Algorithm algorithm = Algorithm.named(name);
		Summary summary = Summary.of((seed) -> Simulator.runAssigned(algorithm, seed, Simulator.DEFAULT_NANOS), 1,
				FACTOR * seeds, Runtime.getRuntime().availableProcessors(), (violation) -> {
				});
		assertThat(summary.violations()).isEmpty();
		assertThat(summary.seeds()).isEqualTo(FACTOR * seeds);
		boolean links = algorithm.name().equals(Algorithm.DEFAULT);
		assertThat(Arrays.stream(AssignmentCount.values())
			.filter((kind) -> summary.faults(kind) == 0 && (links || kind != AssignmentCount.STRANDED)))
			.as("what never happened")
			.isEmpty();
		assertThat(summary.faults(AssignmentCount.BEGUN)).as("ownerships").isGreaterThan(20 * seeds);
	}

	@ParameterizedTest
	@ValueSource(strings = { "quorum", "lease" })
	void seedGivesTheSameRunAgain(String name) {
		Algorithm algorithm = Algorithm.named(name);
		for (long seed = 1; seed <= 3; seed++) {
			assertThat(run(algorithm, seed)).isEqualTo(run(algorithm, seed));
		}
	}

	private static String run(Algorithm algorithm, long seed) {
		RunDigest digest = new RunDigest();
		Result result = Simulator.replayAssigned(algorithm, seed, Simulator.DEFAULT_NANOS, digest);
		assertThat(result.faults().get(AssignmentCount.BEGUN)).as("seed " + seed).isNotNull();
		return digest.hex() + " " + result;
	}

	@Test
	void electionsWithoutThePromisesAreRefused() {
		assertThatIllegalArgumentException().isThrownBy(() -> Simulator.runAssigned(Algorithm.named("bully"), 1, 1))
			.withMessageContaining("'bully'");
	}

}
