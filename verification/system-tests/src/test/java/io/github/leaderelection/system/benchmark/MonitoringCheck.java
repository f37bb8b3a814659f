package io.github.leaderelection.system.benchmark;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletionException;
import java.util.function.Predicate;
import java.util.regex.Pattern;

import io.github.leaderelection.internal.transport.link.Ports;
import io.github.leaderelection.system.cluster.Cluster;
import io.github.leaderelection.system.cluster.ClusterSpec;
import io.github.leaderelection.system.cluster.NodeProcess;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Whether the sample alerts fire and the sample dashboard shows something: a Prometheus
 * watches processes to which each trouble is done once.
 */
public final class MonitoringCheck {

	private static final Duration LIMIT = Duration.ofMinutes(2);

	private static final Pattern FOR = Pattern.compile("(?m)^( +for: ).*$");

	private static final Pattern ALERT = Pattern.compile("(?m)^ +- alert: (\\w+)$");

	private final Prometheus prometheus;

	private final Set<String> fired = new TreeSet<>();

	private MonitoringCheck(Prometheus prometheus) {
		this.prometheus = prometheus;
	}

	public static void main(String[] args) throws IOException, InterruptedException {
		if (args.length != 2) {
			throw new IllegalArgumentException("Two arguments are needed, the directory of Prometheus' programs and "
					+ "that of the rules and the dashboard, not " + List.of(args));
		}
		Path files = Path.of(args[1]);
		String rules = Files.readString(files.resolve("alerts.yaml"));
		Path directory = Path.of(System.getProperty("basedir", ""), "target", "monitoring").toAbsolutePath();
		Files.createDirectories(directory);
		Files.writeString(directory.resolve("alerts.yaml"), FOR.matcher(rules).replaceAll("$13s"));
		List<Integer> ports = Ports.free(2);
		boolean right;
		try (Cluster cluster = Cluster.start(spec("monitoring", 3));
				Cluster stranger = new Cluster(spec("monitoring-stranger", 1));
				Exporter exporter = new Exporter(ports.get(0));
				Prometheus prometheus = Prometheus.start(Path.of(args[0], "prometheus"),
						directory.resolve("prometheus-" + ProcessHandle.current().pid()),
						configuration(directory, cluster, stranger, ports), ports.get(1))) {
			MonitoringCheck check = new MonitoringCheck(prometheus);
			check.await("Prometheus is ready", prometheus::isReady);
			check.await("all are scraped", () -> prometheus.series("leader_election_leading == 1") == 1
					&& prometheus.series("leader_election_leading") == 3);
			check.troubles(cluster, stranger, exporter);
			right = check.runQueries(JsonMapper.shared().readTree(Files.readString(files.resolve("dashboard.json"))));
			check.endAllButOne(cluster, stranger);
			right &= check.allFired(rules);
		}
		System.exit(right ? 0 : 1);
	}

	private static ClusterSpec spec(String name, int size) {
		return ClusterSpec.ofThree(name)
			.withSize(size)
			.withLease(Duration.ofSeconds(1))
			.withOptions(List.of("-Xmx96m", "-XX:TieredStopAtLevel=1"))
			.with("leader-election.cluster", name)
			// so that what a leader owned that is killed has no owner for a while
			.with("leader-election.ownership.wait", "20s")
			// so that a leader that is paused is paused in the midst of a job
			.with("sample.jobs.close-books.every", "10ms")
			.with("sample.jobs.close-books.takes", "3s");
	}

	private static String configuration(Path directory, Cluster cluster, Cluster stranger, List<Integer> ports) {
		List<Integer> sample = new ArrayList<>(cluster.nodes().stream().map(NodeProcess::port).toList());
		sample.addAll(stranger.nodes().stream().map(NodeProcess::port).toList());
		return """
				global:
				  scrape_interval: 1s
				  evaluation_interval: 1s
				rule_files:
				  - %s
				scrape_configs:
				  - job_name: sample
				    metrics_path: /actuator/prometheus
				    static_configs:
				      - targets: %s
				  - job_name: pretender
				    static_configs:
				      - targets: ["localhost:%d"]
				  - job_name: prometheus
				    static_configs:
				      - targets: ["localhost:%d"]
				""".formatted(directory.resolve("alerts.yaml"),
				sample.stream().map((port) -> "\"localhost:" + port + "\"").toList(), ports.get(0), ports.get(1));
	}

	private void troubles(Cluster cluster, Cluster stranger, Exporter exporter)
			throws IOException, InterruptedException {
		awaitAlert("LeaderElectionNotMeasured");
		exporter.seeConflict();
		awaitAlert("LeaderElectionConflict");
		knockAsABrowser(cluster.nodes().get(0));
		awaitAlert("LeaderElectionRefusals");
		stranger.startAll();
		awaitAlert("LeaderElectionSeveralLeaders");
		stranger.nodes().forEach(NodeProcess::terminate);
		for (int i = 0; i < 4; i++) {
			cluster.awaitAllVoting();
			NodeProcess leader = cluster.awaitLeader().node();
			leader.pause();
			Thread.sleep(2000);
			leader.resume();
			cluster.awaitLeader();
		}
		awaitAlert("LeaderElectionFlapping");
		awaitAlert("LeaderElectionWorkOutlived");
		cluster.awaitLeader().node().kill();
		awaitAlert("LeaderAssignmentsUnowned");
		awaitAlert("LeaderElectionMemberMissing");
	}

	/** What is left has no quorum, and then another leader that does not answer it. */
	private void endAllButOne(Cluster cluster, Cluster stranger) throws IOException, InterruptedException {
		cluster.awaitLeader().node().kill();
		awaitAlert("LeaderElectionNoLeader");
		awaitAlert("LeaderElectionLeaderUnknown");
		stranger.startAll();
		awaitAlert("LeaderAssignmentsUnanswered");
	}

	private static void knockAsABrowser(NodeProcess node) {
		try {
			HttpClient.newHttpClient()
				.newWebSocketBuilder()
				.header("Origin", "http://stranger.example")
				.buildAsync(URI.create("ws://localhost:" + node.port() + "/leader-election"), new WebSocket.Listener() {
				})
				.join()
				.abort();
		}
		catch (CompletionException ex) {
			System.out.println("A browser is refused: " + ex.getCause());
			return;
		}
		throw new IllegalStateException("A browser was let in");
	}

	private void awaitAlert(String name) throws IOException, InterruptedException {
		await(name + " fires", () -> this.prometheus.firing().contains(name));
		this.fired.add(name);
	}

	private void await(String what, Question question) throws IOException, InterruptedException {
		long begun = System.nanoTime();
		while (!question.isSo()) {
			if (System.nanoTime() - begun > LIMIT.toNanos()) {
				throw new IllegalStateException("Not within " + LIMIT + ": " + what);
			}
			Thread.sleep(200);
		}
		System.out.printf("%-50s after %.1f s%n", what, (System.nanoTime() - begun) / 1e9);
	}

	private boolean runQueries(JsonNode dashboard) throws IOException {
		List<String> queries = new ArrayList<>();
		dashboard.path("panels")
			.forEach((panel) -> panel.path("targets").forEach((target) -> queries.add(target.path("expr").asString())));
		dashboard.path("annotations").path("list").forEach((each) -> queries.add(each.path("expr").asString()));
		int empty = 0;
		for (String query : queries) {
			int series = this.prometheus.series(query.replace("$job", "sample|pretender")
				.replace("$group", ".*")
				.replace("$__rate_interval", "5m")
				.replace("$__interval", "5m"));
			System.out.printf("%3d series: %s%n", series, query);
			empty += (series == 0) ? 1 : 0;
		}
		System.out.printf("%d queries of the dashboard, %d of them without a series%n", queries.size(), empty);
		return !queries.isEmpty() && empty == 0;
	}

	private boolean allFired(String rules) {
		List<String> named = ALERT.matcher(rules).results().map((match) -> match.group(1)).toList();
		List<String> silent = named.stream().filter(Predicate.not(this.fired::contains)).toList();
		System.out.printf("%d alerts, %d fired, silent: %s%n", named.size(), this.fired.size(), silent);
		return !named.isEmpty() && silent.isEmpty();
	}

	@FunctionalInterface
	private interface Question {

		boolean isSo() throws IOException;

	}

}
