package io.github.leaderelection.simulator;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongFunction;

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
		assertPlays(SEEDS, (seed) -> Simulator.runFenced(seed, Simulator.DEFAULT_NANOS, null));
	}

	@Test
	void nobodyIsGrantedWhileAFormerLeaderByALeaseWorks() {
		assertPlays(3 * SEEDS, (seed) -> Simulator.runFencedLease(seed, (line) -> {
		}));
	}

	private static void assertPlays(long seeds, LongFunction<Result> run) {
		Map<String, Long> counts = new ConcurrentHashMap<>();
		Summary summary = Summary.of((seed) -> {
			Result result = run.apply(seed);
			result.faults().forEach((what, count) -> counts.merge(what.name(), count, Long::sum));
			return result;
		}, 1, seeds, Runtime.getRuntime().availableProcessors(), (violation) -> {
		});
		assertThat(summary.violations()).isEmpty();
		assertThat(summary.seeds()).isEqualTo(seeds);
		for (String each : List.of("GRANTED", "FENCED", "CONFIRMED", "REFUSED", "UNKNOWN", "LATE", "HUNG")) {
			assertThat(counts).as("what never happened").containsKey(each);
		}
	}

	@Test
	void seedGivesTheSameRunAgain() {
		for (long seed = 1; seed <= 2; seed++) {
			assertThat(run(seed)).isEqualTo(run(seed));
			assertThat(lease(seed)).isEqualTo(lease(seed));
		}
	}

	private static String lease(long seed) {
		List<String> lines = new ArrayList<>();
		return Simulator.runFencedLease(seed, lines::add) + " " + lines;
	}

	private static String run(long seed) {
		RunDigest digest = new RunDigest();
		Result result = Simulator.runFenced(seed, Simulator.DEFAULT_NANOS, digest);
		return digest.hex() + " " + result;
	}

}
