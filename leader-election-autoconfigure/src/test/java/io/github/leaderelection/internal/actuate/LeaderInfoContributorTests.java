package io.github.leaderelection.internal.actuate;

import java.util.Map;

import org.junit.jupiter.api.Test;

import org.springframework.boot.actuate.info.Info;

import static org.assertj.core.api.Assertions.assertThat;

class LeaderInfoContributorTests {

	@Test
	void tellsWhoLeadsEachGroup() {
		StubNode node = new StubNode(new StubElector(Statuses.following("default")),
				new StubElector(Statuses.failed("jobs")));
		Info.Builder builder = new Info.Builder();
		new LeaderInfoContributor(node).contribute(builder);
		assertThat(builder.build().getDetails()).containsOnly(Map.entry("leader",
				Map.of("node", "a", "cluster", "default", "groups",
						Map.of("default", Map.of("role", "FOLLOWER", "leading", false, "term", 42L, "leader", "b"),
								"jobs", Map.of("role", "FOLLOWER", "leading", false, "term", 42L)))));
	}

}
