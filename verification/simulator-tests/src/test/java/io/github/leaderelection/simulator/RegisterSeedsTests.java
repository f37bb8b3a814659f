package io.github.leaderelection.simulator;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import io.github.leaderelection.simulator.fault.plan.Result;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Random runs of the register beside the election that ships, the same ones every time.
 */
class RegisterSeedsTests {

	private static final long SEEDS = Long.getLong("test.register-seeds", 60);

	@Test
	void nothingOlderIsShownThanWasShownAndAllShowTheNewestInTheEnd() {
		Map<String, Long> counts = new ConcurrentHashMap<>();
		Summary summary = Summary.of((seed) -> {
			Result result = Simulator.runRegister(seed, Simulator.DEFAULT_NANOS, null);
			result.faults().forEach((what, count) -> counts.merge(what.name(), count, Long::sum));
			return result;
		}, 1, SEEDS, Runtime.getRuntime().availableProcessors(), (violation) -> {
		});
		assertThat(summary.violations()).isEmpty();
		assertThat(summary.seeds()).isEqualTo(SEEDS);
		for (String each : List.of("SYNCHRONISED", "COMMITTED", "REFUSED", "BUSY", "UNKNOWN", "UNSAVED", "LOST",
				"MAJORITY_LOST", "MARKED", "EMPTIED", "ASSUMED", "ACKNOWLEDGED")) {
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
		Result result = Simulator.runRegister(seed, Simulator.DEFAULT_NANOS, digest);
		return digest.hex() + " " + result;
	}

}
