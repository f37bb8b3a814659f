package io.github.leaderelection.simulator.explorer.table;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link Memo}.
 */
class MemoTests {

	@Test
	void keepsWhatWasPutThroughAllItsGrowth() {
		Memo<Integer> memo = new Memo<>();
		for (int i = 0; i < 20_000; i++) {
			memo.put(i, i % 7, i);
		}
		for (int i = 0; i < 20_000; i++) {
			assertThat(memo.get(i, i % 7)).isEqualTo(i);
			assertThat(memo.get(i, i % 7 + 1)).isNull();
		}
	}

	@Test
	void keepsTheFirstOfTwo() {
		Memo<String> memo = new Memo<>();
		memo.put(1, 2, "first");
		memo.put(1, 2, "second");
		assertThat(memo.get(1, 2)).isEqualTo("first");
		assertThat(memo.get(2, 1)).isNull();
	}

}
