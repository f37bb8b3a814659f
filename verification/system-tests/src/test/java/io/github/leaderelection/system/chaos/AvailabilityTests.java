package io.github.leaderelection.system.chaos;

import java.util.List;

import io.github.leaderelection.probe.RunFile.Run;
import io.github.leaderelection.system.chaos.Availability.Gap;
import io.github.leaderelection.system.cluster.LifeRecord;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link Availability}.
 */
class AvailabilityTests {

	private static LifeRecord led(String node, long token, long from, long until) {
		return new LifeRecord(node,
				List.of(new Run(0, 0, 1, from - 2, from - 1, 5), new Run(token, from, from + 1, until - 1, until, 5)),
				List.of(), List.of(), List.of());
	}

	@Test
	void timesWithoutALeaderAreFound() {
		Availability availability = Availability.of(List.of(led("b", 2, 150, 200), led("a", 1, 50, 130)), 100, 300);
		assertThat(availability.gaps()).containsExactly(new Gap(130, 150), new Gap(200, 300));
		assertThat(availability.share()).isEqualTo(0.4);
	}

	@Test
	void timeWithoutAnyLeaderIsOneGap() {
		Availability availability = Availability.of(List.of(led("a", 1, 10, 90)), 100, 300);
		assertThat(availability.gaps()).containsExactly(new Gap(100, 300));
		assertThat(availability.share()).isZero();
	}

	@Test
	void leaderAllTheTimeLeavesNoGap() {
		Availability availability = Availability.of(List.of(led("a", 1, 10, 400)), 100, 300);
		assertThat(availability.gaps()).isEmpty();
		assertThat(availability.share()).isEqualTo(1);
	}

}
