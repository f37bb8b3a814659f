package io.github.leaderelection.system.assignments;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import io.github.leaderelection.probe.ProbeNames;
import io.github.leaderelection.probe.RunFile.Run;
import io.github.leaderelection.system.cluster.Cluster;
import io.github.leaderelection.system.cluster.ClusterSpec;
import io.github.leaderelection.system.cluster.Libraries;
import io.github.leaderelection.system.cluster.NodeProcess;
import io.github.leaderelection.system.store.StoreServer;
import io.github.leaderelection.system.store.StoreServers;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;

/**
 * Three processes that share partitions, and a PostgreSQL server for the rows that they
 * write.
 */
final class PartitionedCluster implements AutoCloseable {

	/** So many partitions and as many keys are asked for. */
	static final int PROBED = 128;

	private static final Duration LIMIT = Duration.ofMinutes(4);

	private static final Duration PAUSE = Duration.ofMillis(50);

	private static final long FRESH_NANOS = TimeUnit.SECONDS.toNanos(1);

	private static final String STORE = "leader-election.store";

	private final List<StoreServer> servers;

	private final PartitionRows rows;

	/** Read by each process as it starts. */
	private final Path configuration;

	private final Cluster cluster;

	private int divided;

	private PartitionedCluster(TrialSpec spec, List<StoreServer> servers, StoreServer database,
			@Nullable StoreServer store) {
		this.servers = servers;
		this.rows = new PartitionRows(database);
		this.configuration = Libraries.emptyDirectory(spec.name() + "-configuration").resolve("division.properties");
		divide(spec.partitions());
		this.cluster = Cluster.start(spec(spec, database, store, this.configuration));
	}

	/**
	 * Starts the servers and the processes.
	 * @param spec what to start
	 * @return all of it, with an owner of each partition
	 */
	static PartitionedCluster start(TrialSpec spec) {
		List<StoreServer> servers = new ArrayList<>();
		try {
			StoreServer database = server(servers, "postgresql", spec.name() + "-database");
			StoreServer store = switch (spec.store()) {
				case "" -> null;
				case "postgresql" -> database;
				default -> server(servers, spec.store(), spec.name() + "-store");
			};
			return new PartitionedCluster(spec, servers, database, store);
		}
		catch (RuntimeException | Error ex) {
			servers.forEach(StoreServer::close);
			throw ex;
		}
	}

	private static StoreServer server(List<StoreServer> servers, String store, String directory) {
		StoreServer server = StoreServers.start(store, Libraries.emptyDirectory(directory));
		servers.add(server);
		return server;
	}

	private static ClusterSpec spec(TrialSpec trial, StoreServer database, @Nullable StoreServer store,
			Path configuration) {
		ClusterSpec spec = ClusterSpec.ofThree(trial.name()).withLease(trial.lease());
		spec = (store != null) ? store.leading(spec).with("leader-election.retry-interval", trial.heartbeat())
				: spec.withStateDirectories(true);
		for (Map.Entry<String, String> setting : database.settings().entrySet()) {
			spec = setting.getKey().equals(STORE) ? spec : spec.with(setting.getKey(), setting.getValue());
		}
		for (String job : List.of("reconcile-invoices", "send-reminders", "purge-sessions", "close-books")) {
			spec = spec.with("sample.jobs." + job + ".every", "1h");
		}
		return spec.with("leader-election.heartbeat-interval", trial.heartbeat())
			.with("leader-election.ownership.lease", trial.ownershipLease().toMillis() + "ms")
			.with("leader-election.fencing.guard", "jdbc")
			.with("sample.customers.every", "1h")
			.with("sample.orders.every", "1h")
			.with(ProbeNames.PARTITIONS, Integer.toString(PROBED))
			.with(ProbeNames.BUSY_THREADS, Integer.toString(trial.busyThreads()))
			.with("spring.config.import", configuration.toUri().toString());
	}

	/** Has each process that starts from now on divide into so many partitions. */
	private void divide(int partitions) {
		this.divided = partitions;
		try {
			Files.writeString(this.configuration,
					"leader-election.assignments." + ProbeNames.ASSIGNMENT + ".partitions=" + partitions + "\n");
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	Cluster cluster() {
		return this.cluster;
	}

	PartitionRows rows() {
		return this.rows;
	}

	/**
	 * Waits until all nodes run, each of them owns partitions, and all partitions have
	 * one owner.
	 */
	void awaitSettled() {
		this.cluster.awaitLeader();
		awaitOwned(ProbeNames.OWNED_PARTITIONS, "p", this.divided, this.cluster.nodes());
		await("each of the nodes owns something", () -> this.cluster.nodes()
			.stream()
			.allMatch((node) -> partitions().anyMatch((name) -> owns(node, ProbeNames.OWNED_PARTITIONS, name))));
	}

	/** Waits until the others own all partitions, whatever the node believes. */
	void awaitOwnedWithout(NodeProcess node) {
		awaitOwned(ProbeNames.OWNED_PARTITIONS, "p", this.divided, this.cluster.othersThan(node));
	}

	/**
	 * Restarts one node after the other with another number of partitions. Each waits
	 * until all keys have an owner.
	 * @return how many were restarted
	 */
	int redivide(int partitions) {
		divide(partitions);
		for (NodeProcess node : this.cluster.nodes()) {
			node.terminate();
			this.cluster.start(List.of(node));
			awaitOwned(ProbeNames.OWNED_KEYS, "key-", PROBED, this.cluster.nodes());
		}
		awaitSettled();
		return this.cluster.nodes().size();
	}

	private void awaitOwned(String kind, String prefix, int count, List<NodeProcess> nodes) {
		await("each of " + count + " " + kind + " is owned by one of " + nodes, () -> IntStream.range(0, count)
			.allMatch((i) -> nodes.stream().filter((node) -> owns(node, kind, prefix + i)).count() == 1));
	}

	private void await(String what, Callable<Boolean> condition) {
		Awaitility.await(what).atMost(LIMIT).pollInterval(PAUSE).until(condition);
	}

	private Stream<String> partitions() {
		return IntStream.range(0, this.divided).mapToObj((i) -> "p" + i);
	}

	private static boolean owns(NodeProcess node, String kind, String name) {
		Path file = node.probe().resolve(kind).resolve(name);
		List<Run> runs = (node.isRunning() && Files.exists(file)) ? Ownerships.runs(file) : List.of();
		if (runs.isEmpty()) {
			return false;
		}
		Run last = runs.get(runs.size() - 1);
		return last.answer() > 0 && System.nanoTime() - last.lastAfter() < FRESH_NANOS;
	}

	/** What all processes so far answered. */
	Ownerships ownerships() {
		Ownerships all = new Ownerships();
		for (NodeProcess node : this.cluster.nodes()) {
			node.probes().forEach((probe) -> all.add(node.name() + " in " + probe, probe));
		}
		return all;
	}

	@Override
	public void close() {
		this.cluster.close();
		this.servers.forEach(StoreServer::close);
	}

}
