package io.github.leaderelection.system.benchmark;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

import io.github.leaderelection.internal.transport.link.SilentCrowd;
import io.github.leaderelection.system.cluster.Cluster;
import io.github.leaderelection.system.cluster.Cluster.Leader;
import io.github.leaderelection.system.cluster.ClusterSpec;
import io.github.leaderelection.system.cluster.NodeProcess;

/**
 * How long a restarted follower takes from the start of its process until it knows the
 * leader, in peace and while silent strangers come to all nodes without end. The rounds
 * of both alternate, so that both meet the same machine.
 */
public final class FloodBenchmark {

	private static final Duration LEASE = Duration.ofSeconds(1);

	private static final String ROUNDS = "rounds";

	private static final String CROWD = "crowd";

	private static final String RATE = "rate";

	/** The flood may cost a fifth. */
	private static final double RATIO = 1.2;

	private FloodBenchmark() {
	}

	public static void main(String[] args) throws IOException {
		Options options = Options.parse("flood", args, Map.of(ROUNDS, 10, CROWD, 120, RATE, 30));
		List<Restart> inPeace = new ArrayList<>();
		List<Restart> underFlood = new ArrayList<>();
		long came = 0;
		int grants;
		try (Cluster cluster = Cluster.start(ClusterSpec.ofThree("benchmark-flood")
			.withLease(LEASE)
			.withStateDirectories(true)
			.withoutPartitions()
			.with("sample.customers.every", "1h")
			.with("leader-election.transport.type", options.transport()))) {
			List<Integer> ports = cluster.nodes().stream().map(NodeProcess::port).toList();
			// The first restart finds caches cold that all others find warm.
			restart(cluster);
			for (int round = 1; round <= options.number(ROUNDS); round++) {
				inPeace.add(restart(cluster));
				try (SilentCrowd crowd = new SilentCrowd(ports, options.number(CROWD), options.number(RATE))) {
					crowd.awaitWhole();
					underFlood.add(restart(cluster));
					came += crowd.came();
				}
				System.out.printf("%2d of %d: in peace %s, under the flood %s%n", round, options.number(ROUNDS),
						inPeace.get(round - 1), underFlood.get(round - 1));
			}
			grants = cluster.grants().size();
			if (!cluster.overlaps().isEmpty()) {
				throw new IllegalStateException("Two led at once: " + cluster.overlaps());
			}
		}
		Report report = new Report();
		Figures usual = figures(inPeace, Restart::wholeMillis);
		Figures flooded = figures(underFlood, Restart::wholeMillis);
		report.row("in peace, ms", usual);
		report.row("under the flood, ms", flooded);
		report.row("since the elector started: in peace, ms", figures(inPeace, Restart::joinMillis));
		report.row("since the elector started: under the flood, ms", figures(underFlood, Restart::joinMillis));
		report.value("strangers that came", came);
		report.target("under the flood, median, ms", flooded.median(), RATIO * usual.median());
		report.target("grants", grants, 1);
		report.print();
		report.write(options.json());
		System.exit((options.check() && !report.isMet()) ? 1 : 0);
	}

	private static Figures figures(List<Restart> restarts, ToDoubleFunction<Restart> part) {
		return new Figures(restarts.stream().mapToDouble(part).boxed().toList());
	}

	private static Restart restart(Cluster cluster) {
		Leader leader = cluster.awaitLeader();
		NodeProcess follower = cluster.othersThan(leader.node()).get(0);
		follower.kill();
		long begun = System.nanoTime();
		cluster.start(List.of(follower));
		long started = System.nanoTime();
		cluster.awaitLeader();
		long known = System.nanoTime();
		cluster.awaitAllVoting();
		return new Restart((known - begun) / 1e6, (known - started) / 1e6);
	}

	/**
	 * A follower's restart.
	 *
	 * @param wholeMillis from the start of the process until it knows the leader
	 * @param joinMillis from the start of its elector until then
	 */
	private record Restart(double wholeMillis, double joinMillis) {

		@Override
		public String toString() {
			return String.format("%8.1f ms (%6.1f of the elector)", this.wholeMillis, this.joinMillis);
		}

	}

}
