package io.github.leaderelection.internal.gate.method;

import java.util.List;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link GateStatistics}.
 */
class GateStatisticsTests {

	private final GateStatistics statistics = new GateStatistics();

	@Test
	void methodsThatWereCalledLastAreShownFirstAndOthersNotAtAll() {
		skip("oldest");
		skip("other");
		List<String> later = IntStream.range(1, GateStatistics.MOST_METHODS).mapToObj(Integer::toString).toList();
		later.forEach(this::skip);
		assertThat(shown()).hasSize(GateStatistics.MOST_METHODS).doesNotContain("oldest").endsWith("1", "other");
		skip("oldest");
		assertThat(shown()).hasSize(GateStatistics.MOST_METHODS)
			.doesNotContain("other")
			.startsWith("oldest")
			.containsAll(later);
		assertThat(this.statistics.runs("default").get(0).runs()).singleElement()
			.satisfies((entry) -> assertThat(entry.times()).isEqualTo(2));
		assertThat(this.statistics.runs("another")).isEmpty();
	}

	private List<String> shown() {
		return this.statistics.runs("default").stream().map(GateStatistics.Calls::method).toList();
	}

	/** Skips a call of a method, each in a millisecond of its own. */
	private void skip(String method) {
		long before = System.currentTimeMillis();
		while (System.currentTimeMillis() <= before) {
			Thread.onSpinWait();
		}
		this.statistics.of("default").runs(method).refused("SKIPPED");
	}

}
