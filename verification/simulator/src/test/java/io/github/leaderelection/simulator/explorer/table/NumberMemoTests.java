package io.github.leaderelection.simulator.explorer.table;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link NumberMemo}.
 */
class NumberMemoTests {

	@Test
	void keepsWhatWasPutThroughAllItsGrowth() {
		NumberMemo memo = new NumberMemo();
		for (int i = 0; i < 20_000; i++) {
			memo.put(i, i % 7, i);
		}
		for (int i = 0; i < 20_000; i++) {
			assertThat(memo.get(i, i % 7)).isEqualTo(i);
			assertThat(memo.get(i, i % 7 + 1)).isEqualTo(NumberMemo.NONE);
		}
	}

	@Test
	void keepsTheFirstOfTwo() {
		NumberMemo memo = new NumberMemo();
		memo.put(0, 0, 0);
		memo.put(0, 0, 5);
		assertThat(memo.get(0, 0)).isZero();
		assertThat(memo.get(0, 1)).isEqualTo(NumberMemo.NONE);
		assertThat(memo.get(1, 0)).isEqualTo(NumberMemo.NONE);
	}

}
