package io.github.leaderelection.internal.store.zookeeper;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Function;

import io.github.leaderelection.internal.settings.InvalidElectionConfigurationException;
import io.github.leaderelection.internal.store.lease.OpenRequests;
import io.github.leaderelection.internal.store.lease.StoreThreads;
import io.github.leaderelection.spi.LeaseRecord;
import io.github.leaderelection.spi.LeaseStore;
import org.apache.curator.framework.CuratorFramework;
import org.apache.zookeeper.KeeperException.Code;
import org.jspecify.annotations.Nullable;

/**
 * Keeps leases in nodes of ZooKeeper. Leadership depends on the record alone: no session,
 * no ephemeral node and no watch decides anything.
 */
public final class ZookeeperLeaseStore implements LeaseStore {

	private static final Duration FIRST_LOOK = Duration.ofSeconds(3);

	private static final Duration LEAST_LEASE = Duration.ofSeconds(2);

	private static final byte[] NO_DATA = {};

	private final Map<Key, ChangeHint> watches = new ConcurrentHashMap<>();

	private final ZookeeperConnection connection;

	private final RecordRegister register;

	private final OpenRequests requests = new OpenRequests(ZookeeperProblem::text);

	private final String path;

	private final String description;

	/** The start of the connection, for which the application does not wait. */
	private final CompletableFuture<Void> started;

	/**
	 * Creates a store.
	 * @param client not started, and for this store alone, which closes it. It has no
	 * namespace, because Curator creates the namespace's node while the caller waits
	 */
	public ZookeeperLeaseStore(CuratorFramework client, String path) {
		this.connection = new ZookeeperConnection(client, this::connected);
		this.register = new RecordRegister(this.connection);
		this.path = path;
		this.description = "ZooKeeper at " + client.getZookeeperClient().getCurrentConnectionString() + ", node "
				+ path;
		this.started = CompletableFuture.runAsync(this.connection::start,
				(start) -> new StoreThreads("zookeeper", ZookeeperLeaseStore.class).newThread(start).start());
	}

	/**
	 * {@inheritDoc} Reads the parent node of all leases, which may be missing.
	 * @throws InvalidElectionConfigurationException if the servers refuse the read or the
	 * user
	 */
	@Override
	public void check() {
		try {
			this.started.join();
		}
		catch (CompletionException ex) {
			throw (ex.getCause() instanceof RuntimeException wrong) ? wrong : ex;
		}
		CompletableFuture<Code> shown = new CompletableFuture<>();
		ask(FIRST_LOOK,
				(isOver) -> this.connection
					.send((client, callback) -> client.getData().inBackground(callback).forPath(this.path))
					.thenApply((event) -> {
						shown.complete(ZookeeperConnection.code(event));
						return new Answer.Missing();
					}))
			.join();
		// without an answer the servers are unreachable, and may come back
		ZookeeperProblem.throwIfLasting(shown.getNow(Code.OK), this.description, this.path);
	}

	@Override
	public CompletionStage<Answer> ask(Request request, Duration deadline) {
		return ask(deadline, (isOver) -> answer(request, isOver));
	}

	@Override
	public boolean keepsValues() {
		return true;
	}

	private CompletableFuture<Answer> ask(Duration deadline, Function<BooleanSupplier, CompletionStage<Answer>> work) {
		return this.requests.ask(deadline, new ConnectedWork(this.connection, work));
	}

	private CompletionStage<Answer> answer(Request request, BooleanSupplier isOver) {
		if (request instanceof Request.ReadValue) {
			return this.register.readValue(LeaseNodes.ofValue(this.path, request.key()));
		}
		if (request instanceof Request.WriteValue write) {
			return this.register.writeValue(LeaseNodes.ofValue(this.path, request.key()), write, isOver);
		}
		LeaseNodes nodes = LeaseNodes.of(this.path, request.key());
		if (request instanceof Request.Read) {
			return this.register.read(nodes);
		}
		if (request instanceof Request.Create create) {
			return this.register.create(nodes, create, isOver);
		}
		CompletableFuture<Answer> answer = this.register.write(nodes, (Request.Change) request, isOver);
		return (request instanceof Request.Release) ? answer.thenApply((known) -> {
			// before the answer is known, after which the store may be closed
			tellOfRelease(nodes);
			return known;
		}) : answer;
	}

	/** Wakes waiting nodes. A lost hint does no harm: all read the record anyway. */
	private void tellOfRelease(LeaseNodes nodes) {
		String told = nodes.released();
		this.connection.send((client, callback) -> client.setData().inBackground(callback).forPath(told, NO_DATA))
			.thenAccept((event) -> {
				if (ZookeeperConnection.code(event) == Code.NONODE) {
					this.connection
						.send((client, callback) -> client.create().inBackground(callback).forPath(told, NO_DATA));
				}
			});
	}

	@Override
	public Watch watch(Key key, Consumer<@Nullable LeaseRecord> listener) {
		ChangeHint present = this.watches.compute(key, (same, known) -> {
			ChangeHint watch = (known != null) ? known
					: new ChangeHint(this.connection, LeaseNodes.of(this.path, key).released());
			watch.listeners().add(listener);
			return watch;
		});
		if (!present.isArmed()) {
			present.arm();
		}
		return () -> this.watches.computeIfPresent(key, (same, watch) -> {
			if (!watch.listeners().remove(listener)) {
				return watch;
			}
			watch.off();
			return null;
		});
	}

	private void connected() {
		this.watches.values().forEach(ChangeHint::arm);
	}

	/**
	 * {@inheritDoc}
	 */
	@Override
	public boolean tellsChanges() {
		return !this.watches.isEmpty() && this.watches.values().stream().allMatch(ChangeHint::isArmed);
	}

	/**
	 * {@inheritDoc} ZooKeeper's client waits for up to a second before it connects again.
	 */
	@Override
	public Duration leastLease() {
		return LEAST_LEASE;
	}

	@Override
	public String description() {
		return this.description;
	}

	@Override
	public void close() {
		this.requests.close();
		this.watches.values().forEach(ChangeHint::off);
		this.connection.close();
	}

	/**
	 * A request that waits for a connection until its deadline, and is never sent after.
	 *
	 * @param work returns the answer; its argument says whether the time is over
	 */
	private record ConnectedWork(ZookeeperConnection connection,
			Function<BooleanSupplier, CompletionStage<Answer>> work) implements OpenRequests.Work {

		@Override
		public CompletionStage<Answer> begin(CompletableFuture<Answer> answer) {
			return this.connection.connected(answer)
				.thenCompose((connected) -> answer.isDone() ? answer : this.work.apply(answer::isDone));
		}

		@Override
		public String late() {
			return this.connection.isConnected() ? "" : ": there is no connection with ZooKeeper";
		}

	}

}
