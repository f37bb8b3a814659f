package io.github.leaderelection.internal.runtime.watch;

import java.time.Duration;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class LeaderlessWatchTests {

	@Test
	void aLeaderMayBeMissingForTenSecondsOrSomeLeases() {
		assertThat(LeaderlessWatch.patience(Duration.ofMillis(500))).isEqualTo(Duration.ofSeconds(10));
		assertThat(LeaderlessWatch.patience(Duration.ofMinutes(1))).isEqualTo(Duration.ofSeconds(150));
	}

}
