package io.github.leaderelection.actuate;

import java.time.Duration;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;

import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.Status;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

class LeaderHealthIndicatorTests {

	private static final Duration THRESHOLD = Duration.ofSeconds(10);

	private final StubElector elector = new StubElector(Statuses.leading("default"));

	@Test
	void aLeaderIsUp() {
		Health health = health();
		assertThat(health.getStatus()).isEqualTo(Status.UP);
		assertThat(health.getDetails()).containsExactly(entry("role", "LEADER"), entry("leader", "a"),
				entry("term", 42L));
	}

	@Test
	void aFollowerIsUp() {
		this.elector.shows(Statuses.following("default"));
		Health health = health();
		assertThat(health.getStatus()).isEqualTo(Status.UP);
		assertThat(health.getDetails()).containsEntry("role", "FOLLOWER").containsEntry("leader", "b");
	}

	@Test
	void anElectionLeavesTheNodeUp() {
		this.elector.shows(Statuses.leaderless("default", THRESHOLD.minusNanos(1)));
		Health health = health();
		assertThat(health.getStatus()).isEqualTo(Status.UP);
		assertThat(health.getDetails()).containsEntry("leaderlessFor", "PT9.999S").doesNotContainKey("leader");
	}

	@Test
	void aNodeWithoutALeaderForTooLongIsOutOfService() {
		this.elector.shows(Statuses.leaderless("default", THRESHOLD));
		assertThat(health().getStatus()).isEqualTo(Status.OUT_OF_SERVICE);
	}

	@Test
	void anElectorThatCannotGoOnIsDownAndSaysWhy() {
		this.elector.shows(Statuses.failed("default"));
		Health health = health();
		assertThat(health.getStatus()).isEqualTo(Status.DOWN);
		assertThat(health.getDetails()).containsEntry("problems", List.of("the loop is dead"));
	}

	@Test
	void theWorstGroupCounts() {
		StubElector jobs = new StubElector(Statuses.leaderless("jobs", THRESHOLD));
		Health health = health(this.elector, jobs);
		assertThat(health.getStatus()).isEqualTo(Status.OUT_OF_SERVICE);
		assertThat(health.getDetails()).containsEntry("role", "LEADER")
			.containsEntry("groups", Map.of("jobs",
					Map.of("status", "OUT_OF_SERVICE", "role", "CANDIDATE", "term", 42L, "leaderlessFor", "PT10S")));
		StubElector failed = new StubElector(Statuses.failed("more"));
		assertThat(health(this.elector, failed, jobs).getStatus()).isEqualTo(Status.DOWN);
		assertThat(health(failed, this.elector, jobs).getStatus()).isEqualTo(Status.DOWN);
	}

	private Health health() {
		return health(this.elector);
	}

	private static Health health(StubElector... electors) {
		return new LeaderHealthIndicator(new StubNode(electors), THRESHOLD, Map::of).health();
	}

}
