package io.github.leaderelection.internal.runtime;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;
import java.util.function.Function;

import io.github.leaderelection.CandidatePosition;
import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.protocol.ElectionSettings;
import io.github.leaderelection.internal.protocol.Lease;
import io.github.leaderelection.internal.runtime.extension.ExtensionFactory;
import io.github.leaderelection.internal.runtime.group.GroupSpec;
import io.github.leaderelection.internal.runtime.environment.LoopEnvironment;
import io.github.leaderelection.internal.runtime.environment.NodeClock;
import io.github.leaderelection.internal.store.InMemoryBallotStore;
import io.github.leaderelection.spi.Ballot;
import io.github.leaderelection.spi.BallotStore;
import io.github.leaderelection.spi.ElectionMessage;
import io.github.leaderelection.spi.Envelope;
import io.github.leaderelection.spi.LeaseStore;
import io.github.leaderelection.spi.PeerTransport;
import org.jspecify.annotations.Nullable;

/**
 * A loop under the control of a test: the clocks stand until they are moved, and saves,
 * listeners and the watchdog run when the test says so.
 */
public final class FakeEnvironment {

	public static final NodeId SELF = NodeId.of("a");

	static final NodeId OTHER = NodeId.of("b");

	static final long MILLI = 1_000_000;

	/** Negative, as a real monotonic clock may be. */
	volatile long nanos = -5_000 * MILLI;

	volatile long wallMillis = 1_700_000_000_000L;

	public final NodeClock clock = new NodeClock() {

		@Override
		public long monotonicNanos() {
			return FakeEnvironment.this.nanos;
		}

		@Override
		public long wallMillis() {
			return FakeEnvironment.this.wallMillis;
		}

	};

	final RecordingTransport transport = new RecordingTransport();

	final Deque<Runnable> saves = new ConcurrentLinkedDeque<>();

	public final Deque<Runnable> tellings = new ConcurrentLinkedDeque<>();

	final Deque<Runnable> positions = new ConcurrentLinkedDeque<>();

	public final Map<Runnable, Long> watched = new LinkedHashMap<>();

	final Map<String, GroupElector> electors = new LinkedHashMap<>();

	final List<GroupSpec<?, ?>> specs = new ArrayList<>();

	public boolean listenersInline = true;

	@Nullable Executor listeners;

	Executor writer = this.saves::add;

	Executor answers = Runnable::run;

	boolean watchdogFailing;

	/** Whether what needs a thread finds none. */
	boolean threadless;

	boolean positionsFailing;

	@Nullable CandidatePosition position;

	@Nullable LeaseStore leaseStore;

	List<ExtensionFactory> extensions = List.of();

	Function<NodeId, @Nullable String> urls = Map.of(OTHER, "http://b")::get;

	public ElectorOptions options = ElectorOptions.DEFAULTS;

	int wakeUps;

	private @Nullable ElectionLoop loop;

	public FakeEnvironment group(String name, FakeProtocol protocol) {
		return group(name, protocol, new WaitedForStore());
	}

	public FakeEnvironment group(String name, FakeProtocol protocol, BallotStore store) {
		ElectionSettings settings = settings(name);
		this.specs.add(new GroupSpec<>(protocol, settings, store, (member) -> this.urls.apply(member), this.position,
				true, this.leaseStore, this.extensions));
		this.electors.put(name,
				new GroupElector(GroupIdentity.of(protocol.name(), settings), this.clock, this.options));
		return this;
	}

	public static ElectionSettings settings(String group) {
		return ElectionSettings.of("cluster", group, SELF, List.of(SELF, OTHER)).durable(true).build();
	}

	public FakeEnvironment start() {
		LoopEnvironment environment = new LoopEnvironment(this.clock, () -> 7, this.transport, this.writer, this::tell,
				this.answers, this::watch, this::ask, () -> this.wakeUps++);
		this.loop = new ElectionLoop(environment, this.specs, this.electors);
		this.loop.start();
		return this;
	}

	void needThread() {
		if (this.threadless) {
			throw new OutOfMemoryError(
					"unable to create native thread: possibly out of memory or process/resource limits reached");
		}
	}

	private void watch(long atNanos, Runnable check) {
		needThread();
		if (this.watchdogFailing) {
			throw new AssertionError("broken watchdog");
		}
		this.watched.put(check, atNanos);
	}

	private void ask(Runnable task) {
		needThread();
		if (this.positionsFailing) {
			throw new RejectedExecutionException("no thread");
		}
		this.positions.add(task);
	}

	private void tell(Runnable task) {
		needThread();
		if (this.listeners != null) {
			this.listeners.execute(task);
		}
		else if (this.listenersInline) {
			task.run();
		}
		else {
			this.tellings.add(task);
		}
	}

	public ElectionLoop loop() {
		if (this.loop == null) {
			throw new IllegalStateException("Not started");
		}
		return this.loop;
	}

	public GroupElector elector() {
		return this.electors.values().iterator().next();
	}

	public long run() {
		return loop().runPending();
	}

	public void receive(String text) {
		receive("default", text);
	}

	public void receive(String group, String text) {
		post(group, text);
		run();
	}

	void post(String group, String text) {
		this.transport.receiver()
			.received(new Envelope<>("cluster", group, OTHER, "id-b", 3, "list", 0, new FakeMessage(text)));
	}

	/** Lets the writer do a save and, where it succeeds, what it does after it. */
	void save() {
		int waiting = this.saves.size();
		this.saves.remove().run();
		if (this.saves.size() == waiting) {
			this.saves.removeLast().run();
		}
		run();
	}

	public void pass(Duration duration) {
		this.nanos += duration.toNanos();
		this.wallMillis += duration.toMillis();
	}

	public void fireWatchdog() {
		List<Runnable> due = new ArrayList<>();
		this.watched.forEach((check, at) -> {
			if (at - this.nanos <= 0) {
				due.add(check);
			}
		});
		due.forEach(this.watched::remove);
		due.forEach(Runnable::run);
	}

	public Lease lease(Duration duration) {
		return new Lease(this.nanos, this.wallMillis, this.nanos + duration.toNanos(), 50 * MILLI);
	}

	static Ballot ballot(long term) {
		return new Ballot("id-a", true, term, null, 0, 0, 0, false);
	}

	/**
	 * A store in memory that is used like one on a disk.
	 */
	static class WaitedForStore implements BallotStore {

		private final InMemoryBallotStore store = new InMemoryBallotStore();

		@Override
		public @Nullable Ballot load() {
			return this.store.load();
		}

		@Override
		public void save(Ballot ballot) throws IOException {
			this.store.save(ballot);
		}

		@Override
		public void close() {
			this.store.close();
		}

	}

	/**
	 * Remembers what it is told.
	 */
	static final class RecordingTransport implements PeerTransport {

		final List<String> sent = new ArrayList<>();

		final List<Envelope<?>> envelopes = new ArrayList<>();

		final List<String> links = new ArrayList<>();

		boolean failing;

		Consumer<Receiver> onStart = (started) -> {
		};

		private @Nullable Receiver receiver;

		Receiver receiver() {
			if (this.receiver == null) {
				throw new IllegalStateException("Not started");
			}
			return this.receiver;
		}

		@Override
		public void start(Receiver newReceiver) {
			this.receiver = newReceiver;
			this.onStart.accept(newReceiver);
		}

		@Override
		public void connect(NodeId peer) {
			this.links.add("connect " + peer);
		}

		@Override
		public void forget(NodeId peer) {
			this.links.add("forget " + peer);
		}

		@Override
		public void send(NodeId to, Envelope<?> envelope) {
			if (this.failing) {
				throw new AssertionError("broken transport");
			}
			this.envelopes.add(envelope);
			ElectionMessage body = envelope.body();
			this.sent.add((body instanceof FakeMessage fake) ? fake.text() : body.toString());
		}

		@Override
		public void close() {
			this.receiver = null;
		}

	}

}
