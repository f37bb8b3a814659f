package io.github.leaderelection.simulator;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import io.github.leaderelection.simulator.fault.plan.Result;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Random runs in which former leaders are settled before a grant, the same ones every
 * time.
 */
class FenceSeedsTests {

	private static final long SEEDS = Long.getLong("test.fence-seeds", 80);

	@Test
	void nobodyIsGrantedWhileAFormerLeaderWorksAndNobodyIsFencedInVain() {
		Map<String, Long> counts = new ConcurrentHashMap<>();
		Summary summary = Summary.of((seed) -> {
			Result result = Simulator.runFenced(seed, Simulator.DEFAULT_NANOS, null);
			result.faults().forEach((what, count) -> counts.merge(what.name(), count, Long::sum));
			return result;
		}, 1, SEEDS, Runtime.getRuntime().availableProcessors(), (violation) -> {
		});
		assertThat(summary.violations()).isEmpty();
		assertThat(summary.seeds()).isEqualTo(SEEDS);
		for (String each : List.of("GRANTED", "FENCED", "CONFIRMED", "REFUSED", "UNKNOWN", "LATE", "HUNG")) {
			assertThat(counts).as("what never happened").containsKey(each);
		}
	}

	@Test
	void seedGivesTheSameRunAgain() {
		for (long seed = 1; seed <= 2; seed++) {
			assertThat(run(seed)).isEqualTo(run(seed));
		}
	}

	private static String run(long seed) {
		RunDigest digest = new RunDigest();
		Result result = Simulator.runFenced(seed, Simulator.DEFAULT_NANOS, digest);
		return digest.hex() + " " + result;
	}

}
