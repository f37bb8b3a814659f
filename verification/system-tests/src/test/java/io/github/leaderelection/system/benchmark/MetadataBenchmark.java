package io.github.leaderelection.system.benchmark;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;

import io.github.leaderelection.probe.ProbeNames;
import io.github.leaderelection.system.cluster.Cluster;
import io.github.leaderelection.system.cluster.ClusterSpec;
import io.github.leaderelection.system.cluster.Libraries;

/**
 * How long a write of the leader of three processes takes until it is committed.
 */
public final class MetadataBenchmark {

	private static final String WRITES = "writes";

	private static final String STATE_DIRECTORIES = "state-directories";

	private MetadataBenchmark() {
	}

	public static void main(String[] args) throws IOException, InterruptedException {
		Options options = Options.parse("metadata", args, Map.of(WRITES, 200), Set.of(STATE_DIRECTORIES));
		ClusterSpec spec = ClusterSpec.ofThree("benchmark-metadata")
			.withStateDirectories(options.flags().contains(STATE_DIRECTORIES))
			.withIdleApplication()
			.with("leader-election.transport.type", options.transport())
			.with(ProbeNames.WRITES_METADATA, "true")
			.withLibraries(List
				.of(Libraries.copied(Libraries.emptyDirectory("benchmark-metadata-lib"), "leader-election-metadata")));
		Report report = new Report();
		try (Cluster cluster = Cluster.start(spec)) {
			Path said = cluster.awaitLeader().node().probe().resolve(ProbeNames.METADATA);
			List<Double> millis = List.of();
			while (millis.size() < options.number(WRITES)) {
				Thread.sleep(500);
				millis = committedMillis(said);
			}
			Figures writes = new Figures(millis);
			report.row("write to commit, ms", writes);
			report.target("write to commit, median, ms", writes.median(), 20);
		}
		report.print();
		report.write(options.json());
		System.exit((options.check() && !report.isMet()) ? 1 : 0);
	}

	private static List<Double> committedMillis(Path said) throws IOException {
		if (!Files.exists(said)) {
			return List.of();
		}
		return Files.readAllLines(said)
			.stream()
			.filter((line) -> line.startsWith("committed "))
			.map((line) -> Long.parseLong(line.split(" ")[3]) / 1e6)
			.toList();
	}

}
