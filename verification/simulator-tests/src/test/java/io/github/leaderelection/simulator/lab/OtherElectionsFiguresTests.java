package io.github.leaderelection.simulator.lab;

import java.util.Map;

import io.github.leaderelection.simulator.lab.script.Catalogue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Figures that the elections beside the default one must reach, measured with a few
 * seeds.
 */
class OtherElectionsFiguresTests {

	private static final int THREADS = 2;

	private static Measurements measure(String scenario, String algorithm, int nodes, int seeds) {
		Measurements measured = new Batch(Catalogue.find(scenario).with(Map.of("nodes", Integer.toString(nodes))),
				algorithm)
			.run(1, seeds, THREADS);
		assertThat(measured.wrong()).isEmpty();
		assertThat(measured.kept()).isEqualTo(seeds);
		return measured;
	}

	@Test
	void oneClaimFollowsACrashInALargeGroup() {
		Measurements measured = measure("leader-crash", "emergent", 25, 20);
		assertThat(measured.withOneProposal()).isEqualTo(20);
		assertThat(measured.downtime(1000) / (double) measured.scenario().settings().lease()).isLessThanOrEqualTo(1.1);
	}

	/**
	 * The first that stands is behind more often than not, and others may be, too.
	 */
	@ParameterizedTest
	@ValueSource(ints = { 3, 5 })
	void resignationByPositionsCostsLessThanALease(int nodes) {
		Measurements measured = measure("leader-resigns", "raft", nodes, 200);
		assertThat(measured.downtime(1000) / (double) measured.scenario().settings().lease()).isLessThanOrEqualTo(0.5);
	}

}
