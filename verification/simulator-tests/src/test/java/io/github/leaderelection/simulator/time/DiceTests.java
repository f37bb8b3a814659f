package io.github.leaderelection.simulator.time;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link Dice}.
 */
class DiceTests {

	@Test
	void sequenceNeverChanges() {
		Dice dice = new Dice(42);
		assertThat(dice.nextLong()).isEqualTo(new Dice(42).nextLong());
		assertThat(new Dice(42).nextLong()).isNotEqualTo(new Dice(43).nextLong());
	}

	@Test
	void drawsStayWithinTheirBounds() {
		Dice dice = new Dice(7);
		for (int i = 0; i < 10_000; i++) {
			assertThat(dice.between(-3, 3)).isBetween(-3L, 3L);
			assertThat(dice.magnitude(20, 1_000_000)).isBetween(20L, 1_000_000L);
			assertThat(dice.index(5)).isBetween(0, 4);
		}
		assertThat(dice.order(6)).containsExactlyInAnyOrder(0, 1, 2, 3, 4, 5);
	}

	@Test
	void branchLeavesTheSequenceAsItIs() {
		Dice one = new Dice(9);
		Dice other = new Dice(9);
		one.branch(1).nextLong();
		assertThat(one.nextLong()).isEqualTo(other.nextLong());
		assertThat(one.branch(1).nextLong()).isNotEqualTo(one.branch(2).nextLong());
	}

}
