package io.github.leaderelection.internal.actuate;

import java.time.Duration;
import java.util.List;
import java.util.Map;

import io.github.leaderelection.internal.flapping.Flapping;
import org.junit.jupiter.api.Test;

import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.Status;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

class LeaderHealthIndicatorTests {

	private static final Flapping FLAPPING = new Flapping(true, 3, Duration.ofMinutes(10), Duration.ofMillis(2100),
			Duration.ofMillis(900), Duration.ofSeconds(1), Duration.ofMillis(3100));

	private static final Flapping CALM = new Flapping(false, 2, Duration.ofMinutes(10), Duration.ofMillis(2100),
			Duration.ofMillis(900), Duration.ofSeconds(1), Duration.ofMillis(3100));

	private final StubElector elector = new StubElector(Statuses.leading("default"));

	@Test
	void aLeaderIsUp() {
		Health health = health();
		assertThat(health.getStatus()).isEqualTo(Status.UP);
		assertThat(health.getDetails()).containsExactly(entry("role", "LEADER"), entry("leader", "a"),
				entry("term", 42L));
	}

	@Test
	void aNodeWithoutALeaderIsUpAndSaysSinceWhen() {
		this.elector.shows(Statuses.leaderless("default", Duration.ofDays(1)));
		Health health = health();
		assertThat(health.getStatus()).isEqualTo(Status.UP);
		assertThat(health.getDetails()).containsEntry("leaderlessFor", "PT24H").doesNotContainKey("leader");
	}

	@Test
	void anElectorThatCannotGoOnIsDownAndSaysWhy() {
		this.elector.shows(Statuses.failed("default"));
		Health health = health();
		assertThat(health.getStatus()).isEqualTo(Status.DOWN);
		assertThat(health.getDetails()).containsEntry("problems", List.of("the loop is dead"));
	}

	@Test
	void leadershipThatFlapsIsShownAndLeavesTheNodeUp() {
		this.elector.sees(FLAPPING, 0, List.of());
		Health health = health();
		assertThat(health.getStatus()).isEqualTo(Status.UP);
		assertThat(health.getDetails()).containsEntry("flapping",
				"3 changes in 10 minutes; longest gap 2.1s, longest stall 900ms; a lease of at least 3.1s would have "
						+ "outlasted them")
			.doesNotContainKey("splitBrainSuspected");
		this.elector.sees(CALM, 0, List.of());
		assertThat(health().getDetails()).doesNotContainKey("flapping");
	}

	@Test
	void whatPointsToTwoLeadersIsShownAndLeavesTheNodeUp() {
		this.elector.sees(null, 2, List.of("'b' and 'c' are both named"));
		Health health = health();
		assertThat(health.getStatus()).isEqualTo(Status.UP);
		assertThat(health.getDetails()).containsEntry("splitBrainSuspected",
				List.of("Two leaders of one term were seen 2 times since the start: look for two nodes with one id or "
						+ "one state directory, a state restored from a copy, and clocks that drift too much",
						"'b' and 'c' are both named"));
	}

	@Test
	void aSecondNodeWithOneIdIsShown() {
		TransportRefusals refusals = () -> Map.of("OWN_ID", 3L, "SECOND_NODE", 0L, "SECRET", 9L);
		Health health = new LeaderHealthIndicator(new StubNode(this.elector), refusals).health();
		assertThat(health.getStatus()).isEqualTo(Status.UP);
		assertThat(health.getDetails()).containsEntry("twins", List
			.of("Connections were refused 3 times since the start, as another process uses this node's id, or a "
					+ "peer URL leads back to this node: give each node its own id and URL"));
	}

	@Test
	void theWorstGroupCounts() {
		StubElector jobs = new StubElector(Statuses.leaderless("jobs", Duration.ofSeconds(10)));
		Health health = health(this.elector, jobs);
		assertThat(health.getStatus()).isEqualTo(Status.UP);
		assertThat(health.getDetails()).containsEntry("role", "LEADER")
			.containsEntry("groups",
					Map.of("jobs", Map.of("status", "UP", "role", "CANDIDATE", "term", 42L, "leaderlessFor", "PT10S")));
		StubElector failed = new StubElector(Statuses.failed("more"));
		assertThat(health(this.elector, failed, jobs).getStatus()).isEqualTo(Status.DOWN);
		assertThat(health(failed, this.elector, jobs).getStatus()).isEqualTo(Status.DOWN);
	}

	private Health health() {
		return health(this.elector);
	}

	private static Health health(StubElector... electors) {
		return new LeaderHealthIndicator(new StubNode(electors), Map::of).health();
	}

}
