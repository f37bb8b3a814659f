package io.github.leaderelection.simulator;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link SimulatorMain}.
 */
class SimulatorMainTests {

	@Test
	void runEndsWithZeroIfAllPromisesAreKept() {
		assertThat(SimulatorMain.execute("run", "--seeds", "2", "--from", "11", "--minutes", "1", "--threads", "2"))
			.isZero();
	}

	@Test
	void anythingElseShowsTheUsage() {
		assertThat(SimulatorMain.execute()).isEqualTo(2);
		assertThat(SimulatorMain.execute("run")).isEqualTo(2);
		assertThat(SimulatorMain.execute("replay")).isEqualTo(2);
	}

}
