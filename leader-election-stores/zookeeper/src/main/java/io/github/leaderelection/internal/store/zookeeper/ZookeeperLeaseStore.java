package io.github.leaderelection.internal.store.zookeeper;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

import io.github.leaderelection.internal.settings.InvalidElectionConfigurationException;
import io.github.leaderelection.internal.store.lease.StoreThreads;
import io.github.leaderelection.spi.LeaseRecord;
import io.github.leaderelection.spi.LeaseStore;
import org.apache.curator.framework.CuratorFramework;
import org.apache.zookeeper.KeeperException.Code;
import org.jspecify.annotations.Nullable;

/**
 * Keeps leases in nodes of ZooKeeper. Whether one leads hangs on the record alone: no
 * session, no ephemeral node and no watch decides anything.
 */
public final class ZookeeperLeaseStore implements LeaseStore {

	/** For so long each who waits in line lets the one before it go first. */
	static final Duration STEP = Duration.ofMillis(50);

	private static final Duration FIRST_LOOK = Duration.ofSeconds(3);

	private static final Duration LEAST_LEASE = Duration.ofSeconds(2);

	private static final byte[] NO_DATA = {};

	private final Map<Key, LeaseWatch> watches = new ConcurrentHashMap<>();

	/** The last take of each lease: who leads by it waits for nothing. */
	private final Map<Key, Long> lastAttempts = new ConcurrentHashMap<>();

	private final ExecutorService owner = owner();

	private final ZookeeperConnection connection;

	private final RecordRegister register;

	private final OpenRequests requests;

	private final String path;

	private final Recipe recipe;

	private final Duration step;

	private final String description;

	/** The application need not wait for that. */
	private final CompletableFuture<Void> started;

	/**
	 * A store.
	 * @param client not started, and for this store alone: it ends with it. Without a
	 * namespace, which Curator makes while its caller waits
	 */
	public ZookeeperLeaseStore(CuratorFramework client, String path, Recipe recipe) {
		this(client, path, recipe, STEP);
	}

	ZookeeperLeaseStore(CuratorFramework client, String path, Recipe recipe, Duration step) {
		this.step = step;
		this.connection = new ZookeeperConnection(client, this::connected, this::sessionEnded);
		this.register = new RecordRegister(this.connection);
		this.requests = new OpenRequests(this.connection);
		this.path = path;
		this.recipe = recipe;
		this.description = "ZooKeeper at " + client.getZookeeperClient().getCurrentConnectionString() + ", node "
				+ path;
		this.started = CompletableFuture.runAsync(this.connection::start, this.owner);
	}

	private static ExecutorService owner() {
		return new ThreadPoolExecutor(1, 1, 0, TimeUnit.SECONDS, new LinkedBlockingQueue<>(),
				new StoreThreads("zookeeper", ZookeeperLeaseStore.class), new ThreadPoolExecutor.DiscardPolicy());
	}

	/**
	 * {@inheritDoc} Reads the node below which leases are kept, which may be missing.
	 * @throws InvalidElectionConfigurationException if the servers refuse that, or who
	 * asks
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
		this.requests.run(FIRST_LOOK,
				(isOver) -> this.connection
					.send((client, callback) -> client.getData().inBackground(callback).forPath(this.path))
					.thenApply((event) -> {
						shown.complete(ZookeeperConnection.code(event));
						return new Answer.Missing();
					}))
			.join();
		// without an answer the servers are away, and may come back
		ZookeeperProblem.throwIfLasting(shown.getNow(Code.OK), this.description, this.path);
	}

	@Override
	public CompletionStage<Answer> ask(Request request, Duration deadline) {
		return this.requests.run(deadline, (isOver) -> answer(request, deadline, isOver)).copy();
	}

	private CompletionStage<Answer> answer(Request request, Duration deadline, BooleanSupplier isOver) {
		LeaseNodes nodes = LeaseNodes.of(this.path, request.key());
		if (request instanceof Request.Read) {
			return this.register.read(nodes).whenComplete((answer, failure) -> waitUnlessLeading(request.key(), nodes));
		}
		if (request instanceof Request.Create create) {
			return this.register.create(nodes, create, isOver);
		}
		if (request instanceof Request.Take take) {
			return take(nodes, take, deadline, isOver);
		}
		Request.Change change = (Request.Change) request;
		boolean isSentAtOnce = this.register.isLatest(nodes, change);
		CompletableFuture<Answer> answer = this.register.write(nodes, change, null, isOver);
		if (request instanceof Request.Release release) {
			if (isSentAtOnce) {
				// ZooKeeper does one after the other: nobody is told before the release
				tellOfRelease(nodes, release);
			}
			else {
				answer.thenRun(() -> tellOfRelease(nodes, release));
			}
		}
		return answer;
	}

	/**
	 * Whoever asks, and does not lead, waits: also one whose place went with a session.
	 */
	private void waitUnlessLeading(Key key, LeaseNodes nodes) {
		LeaseWatch watch = this.watches.get(key);
		WaitingLine line = (watch != null) ? watch.line() : null;
		LeaseRecord record = this.register.latest(nodes);
		if (line == null || record == null) {
			return;
		}
		Long own = this.lastAttempts.get(key);
		if (record.free() || own == null || own != record.attempt()) {
			line.enter();
		}
	}

	/**
	 * Takes a record. The place in line goes with the same write: if it has gone already,
	 * with its session or otherwise, the server refuses. Who is not the next in line lets
	 * those before it go first for a moment each; then the record alone decides, for they
	 * may be dead.
	 */
	private CompletionStage<Answer> take(LeaseNodes nodes, Request.Take take, Duration deadline,
			BooleanSupplier isOver) {
		this.lastAttempts.put(take.key(), take.attempt());
		LeaseWatch watch = this.watches.get(take.key());
		WaitingLine line = (watch != null) ? watch.line() : null;
		if (watch == null || line == null) {
			return this.register.write(nodes, take, null, isOver);
		}
		return place(line).thenCompose((place) -> {
			long wait = isPreferred(nodes, take) ? 0 : watch.patienceNanos();
			if (wait == 0) {
				return take(nodes, take, watch, place, isOver);
			}
			Executor turn = later(Math.min(deadline.toNanos() / 2, wait));
			return CompletableFuture.supplyAsync(() -> take(nodes, take, watch, place, isOver), turn)
				.thenCompose((answer) -> answer);
		});
	}

	/** A try that began before the record was made found nothing to wait for. */
	private static CompletableFuture<@Nullable String> place(WaitingLine line) {
		return line.enter()
			.thenCompose((place) -> (place != null) ? CompletableFuture.completedFuture(place) : line.enter());
	}

	private boolean isPreferred(LeaseNodes nodes, Request.Take take) {
		LeaseRecord record = this.register.latest(nodes);
		return record != null && take.holder().equals(record.preferred());
	}

	private static Executor later(long nanos) {
		return CompletableFuture.delayedExecutor(nanos, TimeUnit.NANOSECONDS, Runnable::run);
	}

	private CompletionStage<Answer> take(LeaseNodes nodes, Request.Take take, LeaseWatch watch, @Nullable String place,
			BooleanSupplier isOver) {
		if (isOver.getAsBoolean()) {
			return CompletableFuture.completedFuture(new Answer.Unknown("Its time was over before it was sent"));
		}
		return this.register.write(nodes, take, place, isOver).whenComplete((answer, failure) -> {
			WaitingLine line = watch.line();
			if (answer instanceof Answer.Mine && place != null) {
				watch.taken(place);
			}
			else if (line != null) {
				line.check();
			}
		});
	}

	/** Whoever waits looks now. It does no harm if nobody is told: all look anyway. */
	private void tellOfRelease(LeaseNodes nodes, Request.Release release) {
		String told = (release.preferred() != null) ? nodes.transferred() : nodes.released();
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
		this.watches.compute(key, (same, known) -> {
			LeaseWatch watch = (known != null) ? known : begun(key);
			watch.add(listener);
			return watch;
		});
		return () -> this.watches.computeIfPresent(key, (same, watch) -> {
			if (!watch.remove(listener)) {
				return watch;
			}
			watch.close();
			return null;
		});
	}

	private LeaseWatch begun(Key key) {
		LeaseNodes nodes = LeaseNodes.of(this.path, key);
		LeaseWatch watch = new LeaseWatch(this.connection, nodes, this.recipe, this.owner, new Turns(this.step));
		this.connection.whenConnected(() -> {
			watch.begin();
			if (watch.line() != null) {
				watch.line().enter();
			}
		});
		return watch;
	}

	private void connected() {
		this.watches.values().forEach(LeaseWatch::connected);
	}

	private void sessionEnded() {
		this.watches.values().forEach(LeaseWatch::sessionEnded);
	}

	/**
	 * {@inheritDoc}
	 */
	@Override
	public boolean tellsChanges() {
		return !this.watches.isEmpty() && this.watches.values().stream().allMatch(LeaseWatch::tellsChanges);
	}

	/**
	 * {@inheritDoc}
	 */
	@Override
	public boolean spreadsHints() {
		return true;
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
		this.watches.values().forEach(LeaseWatch::close);
		this.connection.close();
		this.owner.shutdown();
	}

}
