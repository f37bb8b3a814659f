package io.github.leaderelection.simulator.lease;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class StoreScenariosTests {

	private static final int SEEDS = 3;

	static Iterable<String> names() {
		return StoreScenarios.names();
	}

	@ParameterizedTest
	@MethodSource("names")
	void goesAsExpected(String name) {
		for (long seed = 1; seed <= SEEDS; seed++) {
			assertThat(StoreScenarios.play(name, seed)).as("seed %s", seed).isNull();
		}
	}

	@Test
	void aScenarioThatIsUnknownIsRefused() {
		assertThatIllegalArgumentException().isThrownBy(() -> StoreScenarios.play("none", 1))
			.withMessageContaining("'none'");
	}

}
