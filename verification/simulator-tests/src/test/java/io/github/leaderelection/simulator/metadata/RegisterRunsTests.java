package io.github.leaderelection.simulator.metadata;

import java.util.Map;
import java.util.TreeMap;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Random runs of the register beside leaderships that exclude each other.
 */
class RegisterRunsTests {

	private static final long SEEDS = Long.getLong("register.seeds", 100);

	@ParameterizedTest
	@ValueSource(strings = { "3 disk", "3 memory", "5 disk", "5 memory", "3 disk operator", "3 memory operator" })
	void nothingOlderIsShownThanWasShown(String kind) {
		Map<String, Integer> counts = new TreeMap<>();
		assertThat(RegisterRuns.of(kind).play(1, SEEDS, counts)).isNull();
		assertThat(counts).containsKeys("COMMITTED", "UNKNOWN", "BUSY", "synchronised", "lost states");
	}

	@Test
	void recordInAStoreIsNeverBehindWhatWasShown() {
		Map<String, Integer> counts = new TreeMap<>();
		assertThat(RegisterRuns.of("store").play(1, SEEDS, counts)).isNull();
		assertThat(counts).containsKeys("COMMITTED", "UNKNOWN", "BUSY", "REFUSED", "synchronised", "reads", "unknown",
				"late writes", "fenced", "not done");
	}

}
