package io.github.leaderelection.internal.actuate;

import java.util.Map;

import org.junit.jupiter.api.Test;

import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.Status;

import static org.assertj.core.api.Assertions.assertThat;

class LeaderParticipantHealthIndicatorTests {

	private static final String NOT_YET = "not yet: waiting 900 ms for promises given before the start to end";

	private final StubElector elector = new StubElector(Statuses.voting("default", NOT_YET));

	private final StubElector jobs = new StubElector(Statuses.voting("jobs", "yes: a new cluster"));

	private final LeaderParticipantHealthIndicator indicator = new LeaderParticipantHealthIndicator(
			new StubNode(this.elector, this.jobs));

	@Test
	void aNodeThatDoesNotVoteYetIsOutOfServiceAndSaysWhy() {
		Health health = this.indicator.health();
		assertThat(health.getStatus()).isEqualTo(Status.OUT_OF_SERVICE);
		assertThat(health.getDetails()).containsEntry("waitingFor", Map.of("default", NOT_YET));
	}

	@Test
	void aNodeThatVotesIsUpWhoeverLeads() {
		this.elector.shows(Statuses.leaderlessFromTheStart("default"));
		assertThat(this.indicator.health().getStatus()).isEqualTo(Status.UP);
	}

	@Test
	void aNodeThatVotedOnceStaysUp() {
		this.elector.shows(Statuses.voting("default", "yes: a new cluster"));
		assertThat(this.indicator.health().getStatus()).isEqualTo(Status.UP);
		this.elector.shows(Statuses.voting("default", "no: the state cannot be saved"));
		assertThat(this.indicator.health().getStatus()).isEqualTo(Status.UP);
	}

	@Test
	void anObserverIsUpOnceAMemberIsLinked() {
		StubElector observer = new StubElector(Statuses.voting("default", "no: this node observes")).observing();
		LeaderParticipantHealthIndicator observing = new LeaderParticipantHealthIndicator(new StubNode(observer));
		assertThat(observing.health().getStatus()).isEqualTo(Status.UP);
		observer.shows(Statuses.withoutMembers(Statuses.voting("default", "no: this node observes")));
		assertThat(new LeaderParticipantHealthIndicator(new StubNode(observer)).health().getStatus())
			.isEqualTo(Status.OUT_OF_SERVICE);
	}

}
