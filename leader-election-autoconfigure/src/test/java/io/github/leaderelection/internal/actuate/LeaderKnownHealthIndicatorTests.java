package io.github.leaderelection.internal.actuate;

import java.time.Duration;
import java.util.List;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.Status;

import static org.assertj.core.api.Assertions.assertThat;

class LeaderKnownHealthIndicatorTests {

	private final StubElector elector = new StubElector(Statuses.leaderlessFromTheStart("default"));

	private final StubElector jobs = new StubElector(Statuses.following("jobs"));

	@Test
	void aNodeThatNeverKnewALeaderIsOutOfService() {
		Health health = health();
		assertThat(health.getStatus()).isEqualTo(Status.OUT_OF_SERVICE);
		assertThat(health.getDetails()).containsEntry("waitingFor", List.of("default"));
	}

	@Test
	void aLeaderOfEveryGroupIsNeeded() {
		this.elector.shows(Statuses.leading("default"));
		assertThat(health().getStatus()).isEqualTo(Status.UP);
		this.jobs.shows(Statuses.leaderlessFromTheStart("jobs"));
		assertThat(health().getDetails()).containsEntry("waitingFor", List.of("jobs"));
	}

	@Test
	void noLaterElectionTakesTheNodeOutOfService() {
		this.elector.shows(Statuses.leaderless("default", Duration.ofDays(1)));
		assertThat(health().getStatus()).isEqualTo(Status.UP);
	}

	@Test
	void leaderThatIsMissedForTheThresholdTakesTheNodeOutOfServiceWhereOneIsSet() {
		Duration threshold = Duration.ofSeconds(10);
		this.elector.shows(Statuses.leaderless("default", threshold.minusNanos(1)));
		assertThat(health(threshold).getStatus()).isEqualTo(Status.UP);
		this.elector.shows(Statuses.leaderless("default", threshold));
		assertThat(health(threshold).getStatus()).isEqualTo(Status.OUT_OF_SERVICE);
	}

	private Health health() {
		return health(null);
	}

	private Health health(@Nullable Duration threshold) {
		return new LeaderKnownHealthIndicator(new StubNode(this.elector, this.jobs), threshold).health();
	}

}
