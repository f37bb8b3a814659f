package io.github.leaderelection.system;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

import io.github.leaderelection.probe.ProbeNames;
import io.github.leaderelection.system.cluster.Cluster;
import io.github.leaderelection.system.cluster.Cluster.Leader;
import io.github.leaderelection.system.cluster.NodeProcess;
import org.awaitility.Awaitility;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What leaders say that count in the metadata: each goes on from what was committed.
 */
final class CountedMetadata {

	private CountedMetadata() {
	}

	/** Waits until a leader was answered that what it wrote is committed. */
	static void awaitCommitted(Leader leader) {
		Path file = leader.node().probe().resolve(ProbeNames.METADATA);
		Awaitility.await()
			.atMost(Duration.ofMinutes(1))
			.until(() -> Files.exists(file) && Files.readString(file).contains("committed " + leader.token() + " "));
	}

	/**
	 * Judges what all leaders of a cluster said.
	 * @return how many have counted
	 */
	static int assertGoesOn(Cluster cluster) throws IOException {
		Map<Long, Reign> reigns = reigns(cluster);
		long committed = 0;
		long begun = 0;
		for (Map.Entry<Long, Reign> each : reigns.entrySet()) {
			assertThat(each.getValue().read()).as("the first value of term %s", each.getKey())
				.isBetween(committed, begun);
			committed = Math.max(committed, each.getValue().committed());
			begun = Math.max(begun, each.getValue().begun());
		}
		return reigns.size();
	}

	/** All that leaders said, by their tokens. */
	private static Map<Long, Reign> reigns(Cluster cluster) throws IOException {
		List<String[]> lines = new ArrayList<>();
		for (NodeProcess node : cluster.nodes()) {
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
