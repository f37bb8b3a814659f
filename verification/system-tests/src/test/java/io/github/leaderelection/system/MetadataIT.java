package io.github.leaderelection.system;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

import io.github.leaderelection.probe.ProbeNames;
import io.github.leaderelection.system.cluster.Cluster.Leader;
import io.github.leaderelection.system.cluster.ClusterSpec;
import io.github.leaderelection.system.cluster.Libraries;
import io.github.leaderelection.system.cluster.NodeProcess;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A leader that counts in the metadata ends between a write and its answer, again and
 * again: each later one goes on from what was committed.
 */
class MetadataIT extends AbstractClusterIT {

	/** A hundred by hand. */
	private static final int ENDS = Integer.getInteger("metadata.ends", 3);

	/** The first end is before the answer for certain, later ones come later. */
	private static final long LONGEST_WRITE_NANOS = 8_000_000;

	MetadataIT() {
		super(ClusterSpec.ofThree("metadata")
			.withStateDirectories(true)
			.withIdleApplication()
			.with("leader-election.crash-detection", "connection")
			.with(ProbeNames.WRITES_METADATA, "true")
			.withLibraries(
					List.of(Libraries.copied(Libraries.emptyDirectory("metadata-lib"), "leader-election-metadata"))));
	}

	@Test
	void whatWasAnsweredCommittedIsTheStartOfEachLaterLeader() throws IOException {
		int unanswered = 0;
		for (int i = 0; i < ENDS; i++) {
			Leader leader = this.cluster.awaitLeader();
			awaitCommitted(leader);
			Path probe = leader.node().probe();
			Path halt = Files.writeString(probe.resolve("halt-soon"), Long.toString(i * LONGEST_WRITE_NANOS / ENDS));
			Files.move(halt, probe.resolve(ProbeNames.HALT), StandardCopyOption.ATOMIC_MOVE);
			leader.node().awaitExit();
			List<String> said = Files.readAllLines(probe.resolve(ProbeNames.METADATA));
			unanswered += said.get(said.size() - 1).startsWith("began") ? 1 : 0;
			awaitCommitted(this.cluster.awaitLeaderAfter(leader));
			this.cluster.startAll();
			this.cluster.awaitAllVoting();
		}
		assertThat(unanswered).as("ends between a write and its answer").isPositive();
		Map<Long, Reign> reigns = reigns();
		assertThat(reigns).hasSizeGreaterThan(ENDS);
		long committed = 0;
		long begun = 0;
		for (Map.Entry<Long, Reign> each : reigns.entrySet()) {
			assertThat(each.getValue().read()).as("the first value of term %s", each.getKey())
				.isBetween(committed, begun);
			committed = Math.max(committed, each.getValue().committed());
			begun = Math.max(begun, each.getValue().begun());
		}
		assertThat(this.cluster.overlaps()).isEmpty();
	}

	private void awaitCommitted(Leader leader) {
		Path file = leader.node().probe().resolve(ProbeNames.METADATA);
		Awaitility.await()
			.atMost(Duration.ofMinutes(1))
			.until(() -> Files.exists(file) && Files.readString(file).contains("committed " + leader.token() + " "));
	}

	/** All that leaders said, by their tokens. */
	private Map<Long, Reign> reigns() throws IOException {
		List<String[]> lines = new ArrayList<>();
		for (NodeProcess node : this.cluster.nodes()) {
			for (Path probe : node.probes()) {
				Path file = probe.resolve(ProbeNames.METADATA);
				if (Files.exists(file)) {
					Files.readAllLines(file).forEach((line) -> lines.add(line.split(" ")));
				}
			}
		}
		Map<Long, List<String[]>> byToken = lines.stream()
			.collect(Collectors.groupingBy((line) -> Long.parseLong(line[1]), TreeMap::new, Collectors.toList()));
		Map<Long, Reign> reigns = new TreeMap<>();
		byToken.forEach((token, said) -> {
			if (said.stream().anyMatch((line) -> line[0].equals("read"))) {
				reigns.put(token, new Reign(first(said, "read"), last(said, "began"), last(said, "committed")));
			}
		});
		return reigns;
	}

	private static long first(List<String[]> said, String what) {
		return said.stream()
			.filter((line) -> line[0].equals(what))
			.mapToLong((line) -> Long.parseLong(line[2]))
			.min()
			.orElse(0);
	}

	private static long last(List<String[]> said, String what) {
		return said.stream()
			.filter((line) -> line[0].equals(what))
			.mapToLong((line) -> Long.parseLong(line[2]))
			.max()
			.orElse(0);
	}

	/**
	 * What one leader said.
	 *
	 * @param read the first value that it read
	 * @param begun the last one that it began to write
	 * @param committed the last one that was answered so
	 */
	private record Reign(long read, long begun, long committed) {
	}

}
