package io.github.leaderelection.simulator.network;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link Machines}.
 */
class MachinesTests {

	@Test
	void everyMachineIsFoundByItsId() {
		for (int i = 0; i < Machines.MAX; i++) {
			assertThat(Machines.index(Machines.id(i))).isEqualTo(i);
		}
		assertThat(Machines.id(100).value()).isEqualTo("n100");
	}

}
