package io.github.leaderelection.simulator.time;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link SimulatedClock}.
 */
class SimulatedClockTests {

	private final VirtualTime time = new VirtualTime();

	private final Moment moment = new Moment(this.time);

	private final SimulatedClock clock = new SimulatedClock(this.moment, 1000, 0, false);

	@ParameterizedTest
	@ValueSource(longs = { 0, 50_000, -50_000, 1, -1, 300_000, -300_000 })
	void trueTimeOfIsTheEarliestAtWhichTheClockShowsIt(long ppm) {
		this.clock.changeRate(ppm);
		for (long wanted = 1001; wanted < 2_000_000; wanted += 7919) {
			long when = this.clock.trueTimeOf(wanted);
			assertThat(at(when)).isGreaterThanOrEqualTo(wanted);
			assertThat(at(when - 1)).isLessThan(wanted);
		}
	}

	@Test
	void suspensionStopsTheMonotonicClockAlone() {
		this.time.step(5_000_000);
		long wall = this.clock.wallMillis();
		long monotonic = this.clock.monotonicNanos();
		this.clock.suspend(3_000_000_000L);
		this.time.step(3_005_000_000L);
		assertThat(this.clock.monotonicNanos()).isEqualTo(monotonic);
		assertThat(this.clock.wallMillis()).isEqualTo(wall + 3000);
		this.time.step(3_006_000_000L);
		assertThat(this.clock.monotonicNanos()).isEqualTo(monotonic + 1_000_000);
	}

	@Test
	void wallClockJumpsAlone() {
		long monotonic = this.clock.monotonicNanos();
		long wall = this.clock.wallMillis();
		this.clock.jumpWall(-5_000_000_000L);
		assertThat(this.clock.monotonicNanos()).isEqualTo(monotonic);
		assertThat(this.clock.wallMillis()).isEqualTo(wall - 5000);
	}

	@Test
	void machineThatStandsStillWithinARunIsAheadToTheEndOfTheRun() {
		this.moment.standStillAfter(2, 100, () -> {
		});
		this.moment.point();
		this.moment.point();
		assertThat(this.moment.ahead()).as("outside of a run").isZero();
		this.moment.beginRun();
		this.moment.point();
		assertThat(this.moment.ahead()).isZero();
		this.moment.point();
		assertThat(this.moment.ahead()).isEqualTo(100);
		assertThat(this.moment.endRun()).isEqualTo(100);
		assertThat(this.moment.ahead()).isZero();
	}

	private long at(long when) {
		this.moment.lookBack(this.time.now() - when);
		long shown = this.clock.monotonicNanos();
		this.moment.cancelStandstill();
		return shown;
	}

}
