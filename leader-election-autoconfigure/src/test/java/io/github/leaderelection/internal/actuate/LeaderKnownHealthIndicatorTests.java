package io.github.leaderelection.internal.actuate;

import java.time.Duration;
import java.util.List;

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

	private Health health() {
		return new LeaderKnownHealthIndicator(new StubNode(this.elector, this.jobs)).health();
	}

}
