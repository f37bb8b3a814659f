package io.github.leaderelection.system;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import io.github.leaderelection.system.cluster.Cluster;
import io.github.leaderelection.system.cluster.Cluster.Leader;
import io.github.leaderelection.system.cluster.ClusterSpec;
import io.github.leaderelection.system.cluster.DatabaseServer;
import io.github.leaderelection.system.cluster.NodeProcess;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What a user of the sample application sees: three instances, one database, and jobs
 * that the leader alone runs.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class NightlyJobsIT {

	private static final Duration LIMIT = Duration.ofMinutes(1);

	private DatabaseServer database;

	private Cluster cluster;

	@BeforeAll
	void start(@TempDir Path directory) throws IOException {
		// not one that a node serves: that one would close it in the midst of its own
		// last job
		this.database = DatabaseServer.start(directory);
		this.cluster = Cluster.start(ClusterSpec.ofThree("nightly-jobs")
			.withStateDirectories(true)
			.with("spring.datasource.url", this.database.url("localhost", "nightly-jobs"))
			.with("sample.jobs.reconcile-invoices.every", "100ms")
			.with("sample.jobs.close-books.every", "100ms")
			.with("sample.jobs.close-books.takes", "500ms"));
	}

	/** Whatever an earlier test left. */
	@BeforeEach
	void complete() {
		this.cluster.startAll();
		this.cluster.awaitLeader();
	}

	@AfterAll
	void stop() {
		if (this.cluster != null) {
			this.cluster.close();
		}
		if (this.database != null) {
			this.database.close();
		}
	}

	@Test
	void everyNodeTellsTheSame() throws IOException {
		Leader leader = this.cluster.awaitLeader();
		for (NodeProcess node : this.cluster.nodes()) {
			JsonNode status = Http.json(node, "/actuator/leader");
			JsonNode group = status.path("groups").path("default");
			assertThat(status.path("node").asString()).isEqualTo(node.name());
			assertThat(group.path("leading").asBoolean()).isEqualTo(node == leader.node());
			assertThat(group.path("leader").path("id").asString()).isEqualTo(leader.node().name());
			assertThat(Http.json(node, "/actuator/health").path("components").path("leader").path("status").asString())
				.isEqualTo("UP");
			assertThat(Http.text(node, "/")).contains("<b>" + leader.node().name() + "</b>");
		}
	}

	@Test
	void jobsGoOnUnderALargerTokenAfterTheLeaderWasKilled() {
		Leader before = this.cluster.awaitLeader();
		awaitRuns(before);
		before.node().kill();
		Leader after = this.cluster.awaitLeaderAfter(before);
		assertTokensNeverFall(awaitRuns(after));
	}

	@Test
	void runningJobEndsBeforeTheNextLeaderRunsAny() {
		Leader before = this.cluster.awaitLeader();
		awaitRuns(before);
		Map<String, String> closing = Awaitility.await()
			.atMost(LIMIT)
			.until(() -> closingBooks(before), Optional::isPresent)
			.orElseThrow();
		before.node().terminate();
		Leader after = this.cluster.awaitLeaderAfter(before);
		List<Map<String, String>> runs = awaitRuns(after);
		assertTokensNeverFall(runs);
		assertThat(runs).filteredOn((run) -> run.get("id").equals(closing.get("id")))
			.singleElement()
			.satisfies((run) -> assertThat(run).containsEntry("outcome", "done"));
	}

	/** The long job, if the leader is at it. */
	private static Optional<Map<String, String>> closingBooks(Leader leader) {
		return runs(leader.node()).stream()
			.filter((run) -> run.get("job").equals("close-books"))
			.filter((run) -> run.get("outcome").equals("running"))
			.filter((run) -> run.get("fencingToken").equals(Long.toString(leader.token())))
			.findFirst();
	}

	/** Waits until the leader ran jobs that all nodes list, and gives the runs. */
	private List<Map<String, String>> awaitRuns(Leader leader) {
		String token = Long.toString(leader.token());
		List<NodeProcess> running = this.cluster.nodes().stream().filter(NodeProcess::isRunning).toList();
		for (NodeProcess node : running) {
			Awaitility.await()
				.atMost(LIMIT)
				.ignoreExceptions()
				.until(() -> runs(node).stream().anyMatch((run) -> run.get("fencingToken").equals(token)));
		}
		List<Map<String, String>> runs = runs(leader.node());
		assertThat(runs).filteredOn((run) -> run.get("fencingToken").equals(token))
			.allSatisfy((run) -> assertThat(run).containsEntry("node", leader.node().name()));
		return runs;
	}

	private static List<Map<String, String>> runs(NodeProcess node) {
		try {
			return Http.json(node, "/runs?limit=1000")
				.valueStream()
				.map((run) -> Map.of("id", run.path("id").asString(), "job", run.path("job").asString(), "node",
						run.path("node").asString(), "fencingToken", run.path("fencingToken").asString(), "outcome",
						run.path("outcome").asString()))
				.toList();
		}
		catch (IOException ex) {
			throw new IllegalStateException("Cannot list the runs of " + node, ex);
		}
	}

	private static void assertTokensNeverFall(List<Map<String, String>> newestFirst) {
		List<Long> tokens = newestFirst.stream().map((run) -> Long.valueOf(run.get("fencingToken"))).toList();
		assertThat(tokens).isSortedAccordingTo(Comparator.reverseOrder());
	}

}
