package io.github.leaderelection.autoconfigure.cluster;

import java.util.Objects;

import io.github.leaderelection.autoconfigure.Standalone;
import io.github.leaderelection.autoconfigure.diagnostics.FailureAnalysisTests;
import io.github.leaderelection.internal.actuate.GroupDescriptor;
import io.github.leaderelection.internal.actuate.LeaderEndpoint;
import io.github.leaderelection.node.JoinFailedException;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.context.ConfigurableApplicationContext;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

/**
 * Whole applications that join a group, or are not let in.
 */
class JoinTests {

	private static final String[] PROPERTIES = { TestCluster.WITHOUT_SECURITY, "leader-election.algorithm=emergent",
			"leader-election.transport.type=http", TestCluster.SHORT_LEASE };

	private static final int SEED = 0;

	private static final int JOINER = 1;

	@Test
	void oneThatNobodyLetsInGoesOnAsking() throws Exception {
		try (TestCluster cluster = new TestCluster(2, "", PROPERTIES)) {
			String seeds = "leader-election.emergent.seed-nodes[0]=" + cluster.id(SEED);
			ConfigurableApplicationContext joiner = cluster.start(JOINER, seeds);
			assertThat(joiner.isRunning()).isTrue();
			Awaitility.await()
				.atMost(Standalone.PATIENCE)
				.untilAsserted(() -> assertThat(group(joiner).problems()).anyMatch(
						(problem) -> problem.contains("times to join a group") && problem.contains(cluster.id(SEED))));
			ConfigurableApplicationContext seed = cluster.start(SEED, seeds);
			Awaitility.await().atMost(Standalone.PATIENCE).until(() -> Long.valueOf(2).equals(group(joiner).age()));
			assertThat(cluster.awaitLeader("default")).isSameAs(seed);
			Awaitility.await().atMost(Standalone.PATIENCE).until(() -> group(joiner).problems().isEmpty());
		}
	}

	@Test
	void oneThatNobodyLetsInDoesNotStartWhereThatWasWanted() throws Exception {
		try (TestCluster cluster = new TestCluster(2, "", PROPERTIES)) {
			String[] strict = { "leader-election.emergent.seed-nodes=" + cluster.id(SEED),
					"leader-election.emergent.join-failure=stop" };
			Throwable failure = catchThrowable(() -> cluster.start(JOINER, strict));
			assertThat(failure).hasRootCauseInstanceOf(JoinFailedException.class);
			FailureAnalysis analysis = FailureAnalysisTests.analysis(failure);
			assertThat(analysis.getDescription()).contains("'" + cluster.id(JOINER) + "' does not start",
					"through [" + cluster.id(SEED) + "]", "leader-election.emergent.join-failure=go-on");
			assertThat(analysis.getAction()).contains("Start a seed node before this one");

			cluster.start(SEED, strict);
			assertThat(group(cluster.start(JOINER, strict)).age()).isEqualTo(2);
		}
	}

	private static GroupDescriptor group(ConfigurableApplicationContext context) {
		return Objects.requireNonNull(context.getBean(LeaderEndpoint.class).group("default"));
	}

}
