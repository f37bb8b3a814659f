package io.github.leaderelection.simulator.time;

import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link VirtualTime}.
 */
class VirtualTimeTests {

	private final VirtualTime time = new VirtualTime();

	@Test
	void eventsHappenInOrderOfTimeThenOfPlanning() {
		Dice dice = new Dice(1);
		List<Long> happened = new ArrayList<>();
		for (int i = 0; i < 2000; i++) {
			long when = dice.below(100);
			long mark = when * 10_000 + i;
			this.time.at(when, () -> happened.add(mark));
		}
		boolean more = true;
		while (more) {
			more = this.time.step(100);
		}
		assertThat(happened).hasSize(2000).isSorted();
		assertThat(this.time.happened()).isEqualTo(2000);
	}

	@Test
	void whatIsPastHappensNow() {
		this.time.step(50);
		this.time.at(10, () -> {
		});
		assertThat(this.time.step(60)).isTrue();
		assertThat(this.time.now()).isEqualTo(50);
	}

	@Test
	void timePassesToTheEndWithoutEvents() {
		assertThat(this.time.step(70)).isFalse();
		assertThat(this.time.now()).isEqualTo(70);
	}

	@Test
	void instantThatNeverEndsIsReportedOnce() {
		List<Long> stuck = new ArrayList<>();
		this.time.whenStuck(() -> stuck.add(this.time.happened()));
		this.time.at(7, this::planAnotherAtOnce);
		for (int i = 0; i < VirtualTime.MOST_AT_ONCE; i++) {
			this.time.step(10);
		}
		assertThat(stuck).isEmpty();
		this.time.step(10);
		this.time.step(10);
		assertThat(stuck).containsExactly(VirtualTime.MOST_AT_ONCE + 1L);
	}

	@Test
	void manyEventsInDifferentInstantsAreNotStuck() {
		List<Long> stuck = new ArrayList<>();
		this.time.whenStuck(() -> stuck.add(this.time.now()));
		for (int i = 0; i <= VirtualTime.MOST_AT_ONCE; i++) {
			this.time.at(i / 2, () -> {
			});
		}
		while (this.time.step(VirtualTime.MOST_AT_ONCE)) {
			assertThat(stuck).isEmpty();
		}
		assertThat(this.time.happened()).isEqualTo(VirtualTime.MOST_AT_ONCE + 1L);
	}

	private void planAnotherAtOnce() {
		this.time.after(0, this::planAnotherAtOnce);
	}

}
