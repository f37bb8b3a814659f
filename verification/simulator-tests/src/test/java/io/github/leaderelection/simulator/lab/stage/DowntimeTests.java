package io.github.leaderelection.simulator.lab.stage;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link Downtime}.
 */
class DowntimeTests {

	private final Downtime downtime = new Downtime();

	@Test
	void spanLastsFromTheLossOfOneLeaderToTheNext() {
		this.downtime.observe(10, true);
		this.downtime.restart(20);
		this.downtime.observe(30, true);
		this.downtime.observe(40, false);
		this.downtime.observe(50, false);
		assertThat(this.downtime.open(55)).isEqualTo(15);
		this.downtime.observe(70, true);
		this.downtime.observe(80, false);
		this.downtime.observe(85, true);
		assertThat(this.downtime.gaps()).containsExactly(30L, 5L);
		assertThat(this.downtime.open(90)).isZero();
	}

	@Test
	void spanThatLastsWhenTheMeasurementBeginsCountsFromThere() {
		this.downtime.restart(20);
		this.downtime.observe(25, false);
		this.downtime.observe(50, true);
		assertThat(this.downtime.gaps()).containsExactly(30L);
	}

}
