package io.github.leaderelection.system.benchmark;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BooleanSupplier;

import io.github.leaderelection.probe.EventFile.Happening;
import io.github.leaderelection.probe.EventFile.Kind;
import io.github.leaderelection.system.cluster.Cluster;
import io.github.leaderelection.system.cluster.NodeProcess;

/**
 * Which process owns which partitions, as the listeners in the present lives of all
 * heard.
 */
final class PartitionOwners {

	/** The sample's. */
	static final String ASSIGNMENT = "orders";

	private static final long LIMIT_NANOS = Duration.ofMinutes(3).toNanos();

	/** A question takes processors from the nodes. */
	private static final long PAUSE_MILLIS = 100;

	private final Cluster cluster;

	private final int partitions;

	PartitionOwners(Cluster cluster, int partitions) {
		this.cluster = cluster;
		this.partitions = partitions;
	}

	/** What a process owns. */
	Set<Long> of(NodeProcess node) {
		Set<Long> owned = new TreeSet<>();
		for (Happening each : node.happenings(ASSIGNMENT)) {
			if (each.kind() == Kind.PARTITION_BEGAN) {
				owned.add(each.token());
			}
			else if (each.kind() != Kind.PARTITION_DRAINED) {
				owned.remove(each.token());
			}
		}
		return owned;
	}

	/** Waits until each partition has an owner, and all that run have as many. */
	void awaitShared() throws InterruptedException {
		await("shares within one", () -> isShared(true));
	}

	/** Waits until each partition has an owner. */
	void awaitOwned() throws InterruptedException {
		await("an owner for each", () -> isShared(false));
	}

	private boolean isShared(boolean evenly) {
		Map<Long, NodeProcess> owners = new HashMap<>();
		int least = Integer.MAX_VALUE;
		int most = 0;
		int sum = 0;
		for (NodeProcess node : running()) {
			Set<Long> owned = of(node);
			owned.forEach((each) -> owners.put(each, node));
			least = Math.min(least, owned.size());
			most = Math.max(most, owned.size());
			sum += owned.size();
		}
		return owners.size() == this.partitions && sum == this.partitions && (!evenly || most - least <= 1);
	}

	private List<NodeProcess> running() {
		return this.cluster.nodes().stream().filter(NodeProcess::isRunning).toList();
	}

	private void await(String what, BooleanSupplier condition) throws InterruptedException {
		long begun = System.nanoTime();
		while (!condition.getAsBoolean()) {
			if (System.nanoTime() - begun > LIMIT_NANOS) {
				throw new IllegalStateException("There is not " + what + ": " + shares());
			}
			Thread.sleep(PAUSE_MILLIS);
		}
	}

	/** How many each process that runs owns. */
	Map<String, Integer> shares() {
		Map<String, Integer> shares = new TreeMap<>();
		running().forEach((node) -> shares.put(node.name(), of(node).size()));
		return shares;
	}

	/** When each partition last came to that process. */
	Map<Long, Long> last(NodeProcess node, Kind kind) {
		Map<Long, Long> last = new TreeMap<>();
		for (Happening each : node.happenings(ASSIGNMENT)) {
			if (each.kind() == kind) {
				last.put(each.token(), each.at());
			}
		}
		return last;
	}

	/** When partitions first came to others after a stamp. */
	Map<Long, Long> begunElsewhere(NodeProcess former, long since) {
		Map<Long, Long> begun = new TreeMap<>();
		for (NodeProcess node : this.cluster.othersThan(former)) {
			for (Happening each : happened(node, since)) {
				if (each.kind() == Kind.PARTITION_BEGAN) {
					begun.merge(each.token(), each.at(), Math::min);
				}
			}
		}
		return begun;
	}

	/** The partitions that came to any process since, each as often as it did. */
	List<Long> moved(long since) {
		List<Long> moved = new ArrayList<>();
		for (NodeProcess node : this.cluster.nodes()) {
			happened(node, since).stream()
				.filter((each) -> each.kind() == Kind.PARTITION_BEGAN)
				.forEach((each) -> moved.add(each.token()));
		}
		return moved;
	}

	/** How many ownerships of these processes ended since, and how. */
	Map<Kind, Integer> ended(List<NodeProcess> nodes, long since) {
		Map<Kind, Integer> ended = new TreeMap<>();
		for (NodeProcess node : nodes) {
			for (Happening each : happened(node, since)) {
				if (each.kind() == Kind.PARTITION_GIVEN || each.kind() == Kind.PARTITION_LOST) {
					ended.merge(each.kind(), 1, Integer::sum);
				}
			}
		}
		return ended;
	}

	private static List<Happening> happened(NodeProcess node, long since) {
		return node.happenings(ASSIGNMENT).stream().filter((each) -> each.at() >= since).toList();
	}

}
