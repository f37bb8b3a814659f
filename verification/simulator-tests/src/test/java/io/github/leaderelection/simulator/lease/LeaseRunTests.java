package io.github.leaderelection.simulator.lease;

import java.util.HashMap;
import java.util.Map;

import io.github.leaderelection.simulator.fault.plan.Result;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link LeaseRun}, which are random runs of leading by a lease as it is
 * shipped.
 */
class LeaseRunTests {

	private static final int SEEDS = 200;

	@Test
	void whateverGoesWrongOneLeadsAtATimeAndSomebodyInTheEnd() {
		Map<Enum<?>, Long> faults = new HashMap<>();
		long grants = 0;
		for (long seed = 1; seed <= SEEDS; seed++) {
			Result outcome = LeaseRun.of(seed);
			assertThat(outcome.violation()).as("seed %s", seed).isNull();
			outcome.faults().forEach((fault, count) -> faults.merge(fault, count, Long::sum));
			grants += outcome.grants();
		}
		assertThat(faults).containsOnlyKeys(StoreFault.values());
		assertThat(grants).isGreaterThan(5 * SEEDS);
	}

	@Test
	void oneSeedIsTheSameRunAgain() {
		assertThat(LeaseRun.of(7)).isEqualTo(LeaseRun.of(7));
	}

}
