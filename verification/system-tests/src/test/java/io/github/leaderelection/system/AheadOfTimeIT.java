package io.github.leaderelection.system;

import java.io.IOException;
import java.time.Duration;
import java.util.Set;
import java.util.stream.Collectors;

import io.github.leaderelection.probe.EventFile.Happening;
import io.github.leaderelection.probe.EventFile.Kind;
import io.github.leaderelection.system.cluster.Cluster.Leader;
import io.github.leaderelection.system.cluster.ClusterSpec;
import io.github.leaderelection.system.cluster.NodeProcess;
import io.github.leaderelection.system.cluster.SampleForm;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Processes whose beans were processed ahead of time. Each keeps its runs to itself.
 */
class AheadOfTimeIT extends AbstractClusterIT {

	private static final Duration LIMIT = Duration.ofMinutes(1);

	/** Of a JVM that SIGTERM ended. */
	private static final int TERMINATED = 143;

	AheadOfTimeIT() {
		super(ClusterSpec.ofThree("ahead-of-time")
			.withForm(SampleForm.AHEAD_OF_TIME)
			.with("sample.jobs.reconcile-invoices.every", "100ms")
			// A leader that stops waits for its running job.
			.with("sample.jobs.close-books.every", "1h"));
	}

	@Test
	void oneLeadsAndRunsTheJobsAndAnotherDoesWhenItIsKilled() throws IOException {
		assertThat(this.cluster.nodes())
			.allSatisfy((node) -> assertThat(node.output()).contains("Starting AOT-processed SampleApplication"));
		Leader before = this.cluster.awaitLeader();
		awaitRuns(before);
		before.node().kill();
		Leader after = this.cluster.awaitLeaderAfter(before);
		assertThat(after.token()).isGreaterThan(before.token());
		awaitRuns(after);
		for (NodeProcess node : this.cluster.othersThan(before.node())) {
			assertThat(granted(node)).containsAll(tokensOfRuns(node));
		}
		assertThat(this.cluster.overlaps()).isEmpty();
	}

	@Test
	void leaderThatIsTerminatedHandsOver() throws IOException {
		Leader before = this.cluster.awaitLeader();
		int grants = this.cluster.grants().size();
		for (NodeProcess node : this.cluster.nodes()) {
			assertThat(Http.json(node, "/actuator/leader/default").path("role").stringValue())
				.isEqualTo((node == before.node()) ? "LEADER" : "FOLLOWER");
			assertThat(Http.text(node, "/actuator/leaderpage")).contains("leaderpage/page.js");
			assertThat(Http.json(node, "/actuator/leaderpage/state").path("view").path("node").stringValue())
				.isEqualTo(node.name());
		}
		before.node().terminate();
		assertThat(before.node().exitStatus()).isEqualTo(TERMINATED);
		// Where the machine is starved it may have led, and lost its lease, before.
		assertThat(before.node().happenings()).filteredOn((happening) -> happening.kind() == Kind.REVOKED)
			.filteredOn((happening) -> happening.token() == before.token())
			.hasSize(1);
		Leader after = this.cluster.awaitLeaderAfter(before);
		assertThat(after.token()).isGreaterThan(before.token());
		assertThat(this.cluster.grants()).hasSize(grants + 1);
		assertThat(this.cluster.overlaps()).isEmpty();
	}

	@Test
	void leaderThatStandsStillIsSucceededAndFollowsOnceItWakes() {
		Leader before = this.cluster.awaitLeader();
		before.node().pause();
		Leader after = this.cluster.awaitLeaderAfter(before);
		before.node().resume();
		assertThat(this.cluster.awaitLeader()).isEqualTo(after);
		assertThat(after.token()).isGreaterThan(before.token());
		assertThat(this.cluster.overlaps()).isEmpty();
	}

	private static void awaitRuns(Leader leader) {
		Awaitility.await()
			.atMost(LIMIT)
			.ignoreExceptions()
			.until(() -> tokensOfRuns(leader.node()).contains(leader.token()));
	}

	private static Set<Long> tokensOfRuns(NodeProcess node) throws IOException {
		return Http.json(node, "/runs?limit=1000")
			.valueStream()
			.map((run) -> run.path("fencingToken").asLong())
			.collect(Collectors.toSet());
	}

	private static Set<Long> granted(NodeProcess node) {
		return node.allHappenings()
			.stream()
			.filter((happening) -> happening.kind() == Kind.GRANTED)
			.map(Happening::token)
			.collect(Collectors.toSet());
	}

}
