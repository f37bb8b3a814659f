package io.github.leaderelection.system.benchmark;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import io.github.leaderelection.system.cluster.Cluster;
import io.github.leaderelection.system.cluster.ClusterSpec;
import io.github.leaderelection.system.cluster.NodeProcess;

/**
 * What CPU three idle processes need at several heartbeat intervals, the lease being five
 * of them, beside the same process without an election.
 */
public final class HeartbeatCost {

	private static final String SETTLE = "settle-seconds";

	private static final String WINDOW = "window-seconds";

	private static final List<Integer> HEARTBEATS = List.of(50, 100, 200, 600, 1000, 2000);

	private static final List<String> HEAP = List.of("-Xms64m", "-Xmx64m");

	private final HttpClient client = HttpClient.newHttpClient();

	private final Options options;

	private HeartbeatCost(Options options) {
		this.options = options;
	}

	public static void main(String[] args) throws IOException, InterruptedException {
		HeartbeatCost cost = new HeartbeatCost(Options.parse("heartbeat-cost", args, Map.of(SETTLE, 25, WINDOW, 25)));
		System.out.println("| `heartbeat-interval` | `lease-duration` | leader | follower | no election |");
		System.out.println("|--:|--:|--:|--:|--:|");
		for (int heartbeat : HEARTBEATS) {
			System.out.println(cost.row(heartbeat));
		}
	}

	private String row(int heartbeat) throws IOException, InterruptedException {
		ClusterSpec spec = ClusterSpec.ofThree("benchmark-heartbeat-" + heartbeat)
			.withLease(Duration.ofMillis(5L * heartbeat))
			.with("leader-election.heartbeat-interval", heartbeat + "ms")
			.withIdleApplication();
		List<MeasuredProcess> processes = new ArrayList<>();
		try (Cluster cluster = new Cluster(spec)) {
			for (NodeProcess node : cluster.nodes()) {
				processes.add(start(node, heartbeat, List.of()));
			}
			processes.add(start(cluster.nodes().get(0), heartbeat,
					List.of("--leader-election.enabled=false", "--server.port=0")));
			for (MeasuredProcess process : processes) {
				process.awaitStartUpMillis();
			}
			Thread.sleep(Duration.ofSeconds(this.options.number(SETTLE)).toMillis());
			int leader = leader(cluster);
			double[] cpu = cpuMillisAMinute(processes);
			if (leader(cluster) != leader) {
				throw new IllegalStateException("Leadership moved while it was measured: run it again");
			}
			double followers = 0;
			for (int i = 0; i < 3; i++) {
				followers += (i != leader) ? cpu[i] / 2 : 0;
			}
			return String.format("| %d ms | %s s | %.0f | %.0f | %.0f |", heartbeat, heartbeat / 200.0, cpu[leader],
					followers, cpu[3]);
		}
		finally {
			for (MeasuredProcess process : processes) {
				process.end();
			}
		}
	}

	private static MeasuredProcess start(NodeProcess place, int heartbeat, List<String> more) {
		Path directory = Path.of(System.getProperty("basedir", ""), "target", "processes",
				"benchmark-heartbeat-" + heartbeat, place.name() + (more.isEmpty() ? "" : "-without"));
		return MeasuredProcess.start(place, directory.toAbsolutePath(), HEAP, more);
	}

	private int leader(Cluster cluster) throws IOException, InterruptedException {
		for (int i = 0; i < cluster.nodes().size(); i++) {
			URI check = URI
				.create("http://localhost:" + cluster.nodes().get(i).port() + "/actuator/leader/default?check=leader");
			if (this.client.send(HttpRequest.newBuilder(check).build(), HttpResponse.BodyHandlers.discarding())
				.statusCode() == 200) {
				return i;
			}
		}
		throw new IllegalStateException("None of the three leads: see their output below target/processes");
	}

	private double[] cpuMillisAMinute(List<MeasuredProcess> processes) throws InterruptedException {
		List<Duration> before = processes.stream().map(MeasuredProcess::cpu).toList();
		long begun = System.nanoTime();
		Thread.sleep(Duration.ofSeconds(this.options.number(WINDOW)).toMillis());
		double minutes = (System.nanoTime() - begun) / 60e9;
		double[] millis = new double[processes.size()];
		for (int i = 0; i < millis.length; i++) {
			millis[i] = processes.get(i).cpu().minus(before.get(i)).toMillis() / minutes;
		}
		return millis;
	}

}
