package io.github.leaderelection.system.benchmark;

import java.util.List;

import io.github.leaderelection.probe.GroupsFile.Sample;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class GroupsLedTests {

	private final GroupsLed led = new GroupsLed(
			List.of(List.of(sample(1, 0), sample(5, 2), sample(9, 1), sample(20, 3)),
					List.of(sample(2, 0), sample(7, 1), sample(30, 0))));

	@Test
	void countsWhatAllNodesLead() {
		assertThat(this.led.allLed(3, 0)).isEqualTo(7);
		assertThat(this.led.allLed(3, 8)).isEqualTo(20);
		assertThat(this.led.allLed(5, 0)).isEqualTo(Long.MAX_VALUE);
	}

	@Test
	void countsEachFall() {
		assertThat(this.led.lost(0, 100)).isEqualTo(2);
		assertThat(this.led.lost(9, 29)).isZero();
	}

	private static Sample sample(long at, int led) {
		return new Sample(at, led, 0, 0, 0);
	}

}
