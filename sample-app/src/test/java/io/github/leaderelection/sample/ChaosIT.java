package io.github.leaderelection.sample;

import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;

import io.github.leaderelection.sample.chaos.Chaos;
import io.github.leaderelection.sample.chaos.ChaosResult;
import io.github.leaderelection.sample.chaos.ChaosSpec;
import io.github.leaderelection.sample.chaos.FaultKind;
import io.github.leaderelection.sample.chaos.Violation;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Random faults on five processes: the short form of {@code benchmarks/chaos}. A run that
 * ends has found one leader that all nodes know after everything was healed.
 */
class ChaosIT {

	@Test
	void promisesHoldUnderFaultsOfEveryKind() throws IOException, SQLException {
		long seed = Long.getLong("chaos.seed", 20_260_101);
		ChaosResult result = Chaos.run(ChaosSpec.ofFive("chaos", seed, Duration.ofSeconds(50)));
		assertThat(result.violations()).as("Seed %d", seed).isEmpty();
		assertThat(result.applied().keySet())
			.containsExactlyInAnyOrderElementsOf(EnumSet.complementOf(EnumSet.of(FaultKind.LOSS)));
		assertThat(result.applied().values()).allSatisfy((count) -> assertThat(count).isGreaterThanOrEqualTo(2));
		assertThat(result.grants()).isGreaterThanOrEqualTo(5);
		assertThat(result.writes()).isPositive();
	}

	/** Or the test above would prove nothing. */
	@Test
	void leaseCountedTooLongIsFoundOut() throws IOException, SQLException {
		ChaosResult result = Chaos.run(
				ChaosSpec.ofFive("chaos-mutant", 7, Duration.ofSeconds(15)).withMutants(List.of(ChaosSpec.LONG_LEASE)));
		assertThat(result.violations()).extracting(Violation::promise).contains("S2");
	}

}
