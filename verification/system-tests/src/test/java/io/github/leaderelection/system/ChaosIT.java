package io.github.leaderelection.system;

import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;

import io.github.leaderelection.system.chaos.Chaos;
import io.github.leaderelection.system.chaos.ChaosResult;
import io.github.leaderelection.system.chaos.ChaosSpec;
import io.github.leaderelection.system.chaos.FaultKind;
import io.github.leaderelection.system.chaos.Violation;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Random faults on five processes: the short form of
 * {@code verification/benchmarks/chaos}. A run that ends has found one leader that all
 * nodes know after everything was healed.
 */
class ChaosIT {

	private static final long SEED = Long.getLong("chaos.seed", 1);

	private static final Duration LEASE = Duration.ofSeconds(1);

	private static final int ROUNDS = 1;

	@Test
	void promisesHoldUnderFaultsOfEveryKind() throws IOException, SQLException {
		ChaosSpec spec = new ChaosSpec("chaos", SEED, ROUNDS, Duration.ofSeconds(37), 1.6, LEASE, 5, false, "websocket",
				"quorum", List.of());
		ChaosResult result = Chaos.run(spec, System.out::println);
		assertThat(result.violations()).as("Seed %d", SEED).isEmpty();
		assertThat(result.applied().keySet())
			.containsExactlyInAnyOrderElementsOf(EnumSet.complementOf(EnumSet.of(FaultKind.LOSS)));
		assertThat(result.applied().values()).allSatisfy((count) -> assertThat(count).isGreaterThanOrEqualTo(2));
		assertThat(result.grants()).isGreaterThan(ROUNDS);
		assertThat(result.writes()).isPositive();
	}

	/** Or the test above would prove nothing. */
	@Test
	@Tag("thorough")
	void leaseCountedTooLongIsFoundOut() throws IOException, SQLException {
		ChaosSpec spec = new ChaosSpec("chaos-mutant", SEED, 0, Duration.ZERO, 1, LEASE, 3, false, "websocket",
				"quorum", List.of());
		ChaosResult result = Chaos.isolateLeader(spec.withLeaseCountedTooLong());
		assertThat(result.violations()).extracting(Violation::promise).contains("S2");
	}

}
