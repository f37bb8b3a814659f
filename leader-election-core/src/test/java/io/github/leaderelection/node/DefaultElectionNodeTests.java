package io.github.leaderelection.node;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

import io.github.leaderelection.LeaderElector;
import io.github.leaderelection.LeaderWork;
import io.github.leaderelection.Leadership;
import io.github.leaderelection.LeadershipListener;
import io.github.leaderelection.NodeId;
import io.github.leaderelection.RevocationReason;
import io.github.leaderelection.internal.protocol.Effect;
import io.github.leaderelection.internal.protocol.ElectionSettings;
import io.github.leaderelection.internal.protocol.Event;
import io.github.leaderelection.internal.protocol.Input;
import io.github.leaderelection.internal.protocol.Lease;
import io.github.leaderelection.internal.runtime.ElectorOptions;
import io.github.leaderelection.internal.runtime.GroupIdentity;
import io.github.leaderelection.internal.runtime.FakeMessage;
import io.github.leaderelection.internal.runtime.FakeProtocol;
import io.github.leaderelection.internal.runtime.FakeTimer;
import io.github.leaderelection.internal.runtime.RecordingListener;
import io.github.leaderelection.internal.runtime.environment.NoTransport;
import io.github.leaderelection.internal.runtime.environment.NodeClock;
import io.github.leaderelection.spi.Ballot;
import io.github.leaderelection.spi.PeerTransport;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

@Timeout(120)
class DefaultElectionNodeTests {

	private static final NodeId SELF = NodeId.of("shell-test");

	@TempDir
	private Path directory;

	private long token;

	private final AtomicInteger renewals = new AtomicInteger();

	/** Leads alone from a moment after its start, saves first, and renews. */
	private FakeProtocol leading() {
		FakeProtocol protocol = new FakeProtocol(SELF);
		protocol.atStart(new Effect.StartTimer<>(FakeTimer.A, System.nanoTime()));
		protocol.otherwise((input) -> {
			if (input.event() instanceof Event.TimerFired<FakeMessage> fired) {
				return (fired.timer() == FakeTimer.A) ? win(input) : renew(input);
			}
			return List.of();
		});
		return protocol;
	}

	private List<Effect<FakeMessage>> win(Input<FakeMessage> input) {
		this.token++;
		return List.of(new Effect.SaveBallot<>(new Ballot("id", true, this.token, null, 0, 0, 0, false)),
				new Effect.Grant<>(this.token, this.token, lease(input)),
				new Effect.StartTimer<>(FakeTimer.B, input.now().monotonicNanos() + 20_000_000));
	}

	private List<Effect<FakeMessage>> renew(Input<FakeMessage> input) {
		this.renewals.incrementAndGet();
		return List.of(new Effect.Renew<>(this.token, this.token, lease(input)),
				new Effect.StartTimer<>(FakeTimer.B, input.now().monotonicNanos() + 20_000_000));
	}

	private static Lease lease(Input<FakeMessage> input) {
		long now = input.now().monotonicNanos();
		return new Lease(now, input.now().wallMillis(), now + Duration.ofMinutes(5).toNanos(),
				Duration.ofMinutes(1).toNanos());
	}

	private static ConditionFactory await() {
		return Awaitility.await().atMost(Duration.ofSeconds(60));
	}

	private DefaultElectionNode node(FakeProtocol protocol) {
		return node(protocol, new NoTransport());
	}

	private DefaultElectionNode node(FakeProtocol protocol, PeerTransport transport) {
		return node(protocol, transport, Duration.ofSeconds(1));
	}

	private DefaultElectionNode node(FakeProtocol protocol, PeerTransport transport, Duration drain) {
		ElectionSettings settings = ElectionSettings.of("cluster", "default", SELF, List.of(SELF))
			.durable(true)
			.leaseNanos(Duration.ofSeconds(2).toNanos())
			.heartbeatNanos(Duration.ofMillis(20).toNanos())
			.drainNanos(drain.toNanos())
			.build();
		NodePlan plan = new NodePlan(SELF, List.of(new NodeGroup(protocol, settings, null, false, null, List.of())),
				(member) -> null, transport, this.directory, drain);
		return new DefaultElectionNode(List.of(GroupIdentity.of(protocol.name(), settings)), ElectorOptions.DEFAULTS,
				() -> plan, NodeClock.system());
	}

	@Test
	void aNodeStartsAndClosesAnyNumberOfTimesAndLeavesNoThread() {
		DefaultElectionNode node = node(leading());
		LeaderElector elector = node.elector("default");
		RecordingListener listener = new RecordingListener();
		elector.addListener(listener);
		for (int i = 1; i <= 20; i++) {
			node.start();
			node.start();
			assertThat(node.isRunning()).isTrue();
			await().until(elector::isLeader);
			node.close();
			node.close();
			assertThat(node.isRunning()).isFalse();
			assertThat(elector.isLeader()).isFalse();
			assertThat(listener.heard).hasSize(4 * i)
				.endsWith("granted " + i, "leader shell-test", "revoked " + i + " STOPPED", "leader none");
		}
		assertNoThreads();
	}

	@Test
	void aNodeHasItsNamedDaemonThreadsFromTheStartOn() {
		DefaultElectionNode node = node(leading());
		node.start();
		try {
			assertNamedThreads();
			await().until(node.elector("default")::isLeader);
			node.elector("default").addListener(new RecordingListener());
			await().untilAsserted(DefaultElectionNodeTests::assertNamedThreads);
			assertThat(threads()).allSatisfy((thread) -> assertThat(thread.isDaemon()).isTrue());
		}
		finally {
			node.close();
		}
	}

	@Test
	void anErrorInAClosingTransportKeepsNothingOpen() {
		DefaultElectionNode node = node(leading(), new NoTransport() {

			@Override
			public void close() {
				throw new NoClassDefFoundError("broken transport");
			}

		});
		node.start();

		node.close();

		assertNoThreads();
		node.start();
		node.close();
	}

	@Test
	void aListenerMayWaitUntilItsNodeHasGivenUp() {
		FakeProtocol protocol = leading();
		AtomicReference<@Nullable Long> given = new AtomicReference<>();
		protocol.otherwise((input) -> {
			if (input.event() instanceof Event.ResignRequested<FakeMessage> request) {
				given.set(this.token);
				return List.of(new Effect.Revoke<>(this.token, RevocationReason.RESIGNED),
						new Effect.Answer<>(request.request(), null));
			}
			boolean starts = input.event() instanceof Event.TimerFired<FakeMessage> fired
					&& fired.timer() == FakeTimer.A;
			return starts ? win(input) : List.of();
		});
		DefaultElectionNode node = node(protocol);
		LeaderElector elector = node.elector("default");
		AtomicReference<@Nullable Object> waited = new AtomicReference<>();
		elector.addListener(new LeadershipListener() {

			@Override
			public void onGranted(Leadership leadership) {
				try {
					elector.resign().toCompletableFuture().get(10, TimeUnit.SECONDS);
					waited.set("leads: " + elector.isLeader());
				}
				catch (Exception ex) {
					waited.set(ex);
				}
			}

		});
		node.start();
		try {
			await().until(() -> waited.get() != null);
			assertThat(waited.get()).isEqualTo("leads: false");
			assertThat(given.get()).isEqualTo(1);
		}
		finally {
			node.close();
		}
	}

	@Test
	void anInterruptShortensNoCloseAndIsKept() {
		DefaultElectionNode node = node(leading());
		node.start();
		await().until(node.elector("default")::isLeader);

		Thread.currentThread().interrupt();
		node.close();

		assertThat(Thread.interrupted()).isTrue();
		assertThat(node.elector("default").isLeader()).isFalse();
		assertNoThreads();
		node.start();
		node.close();
	}

	@Test
	void anInterruptOfTheLoopIsIgnored() {
		DefaultElectionNode node = node(leading());
		node.start();
		try {
			await().until(node.elector("default")::isLeader);
			threads().forEach((thread) -> {
				if (thread.getName().endsWith("loop")) {
					thread.interrupt();
				}
			});
			// The first one may have begun before the interrupt.
			int before = this.renewals.get();
			await().until(() -> this.renewals.get() > before + 1);
			assertThat(node.elector("default").status().failed()).isFalse();
		}
		finally {
			node.close();
		}
	}

	@Test
	void startsAndClosesOfManyThreadsEndInAClosedNode() throws Exception {
		DefaultElectionNode node = node(leading());
		List<Thread> threads = new ArrayList<>();
		AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
		for (int i = 0; i < 4; i++) {
			Thread thread = new Thread(() -> {
				for (int round = 0; round < 20; round++) {
					node.start();
					node.close();
				}
			});
			thread.setUncaughtExceptionHandler((failed, ex) -> failure.set(ex));
			threads.add(thread);
			thread.start();
		}
		for (Thread thread : threads) {
			thread.join();
		}
		node.close();

		assertThat(failure.get()).isNull();
		assertThat(node.isRunning()).isFalse();
		assertNoThreads();
	}

	@Test
	void anErrorThatEndsTheLoopRevokesAndShowsInTheStatusAndTheNodeMayBeStartedAgain() {
		FakeProtocol protocol = leading();
		ThrowingTransport transport = new ThrowingTransport();
		DefaultElectionNode node = node(protocol, transport);
		LeaderElector elector = node.elector("default");
		node.start();
		await().until(elector::isLeader);
		protocol.otherwise((input) -> {
			throw new InternalError("broken machine");
		});

		await().until(() -> elector.status().failed());
		assertThat(elector.isLeader()).isFalse();
		assertThat(elector.status().problems()).singleElement().asString().contains("InternalError: broken machine");

		node.close();
		assertThat(elector.status().failed()).isFalse();
		assertNoThreads();
	}

	@Test
	void aStartThatFailsClosesWhatItOpened() {
		ThrowingTransport transport = new ThrowingTransport();
		transport.failing = true;
		DefaultElectionNode node = node(leading(), transport);

		assertThatIllegalStateException().isThrownBy(node::start).withMessage("port in use");
		assertThat(node.isRunning()).isFalse();
		assertNoThreads();

		transport.failing = false;
		node.start();
		await().until(node.elector("default")::isLeader);
		node.close();
	}

	@Test
	void aNodeThatIsTakenForEndedWhileItStartsIsAsIfItHadNotStarted() {
		DefaultElectionNode node = node(leading(), new NoTransport() {

			@Override
			public void start(Receiver receiver) {
				receiver.takenForEnded("the listener was closed");
			}

		});

		assertThatIllegalStateException().isThrownBy(node::start).withMessageContaining("the listener was closed");

		assertThat(node.isRunning()).isFalse();
		assertThat(node.elector("default").status().failed()).isFalse();
		assertNoThreads();
	}

	@Test
	void aStateDirectoryInUseStopsTheStart() {
		DefaultElectionNode first = node(leading());
		DefaultElectionNode second = node(leading());
		first.start();
		try {
			assertThatExceptionOfType(IllegalStateException.class).isThrownBy(second::start);
			assertThat(second.elector("default").status().failed()).isFalse();
		}
		finally {
			first.close();
		}
		second.start();
		second.close();
	}

	@Test
	void aListenerMayCloseTheNodeWhileItIsBeingClosed() {
		// Whoever waited for the drain would not end in the time of a test.
		DefaultElectionNode node = node(leading(), new NoTransport(), Duration.ofMinutes(3));
		CountDownLatch closed = new CountDownLatch(1);
		node.elector("default").addListener(new LeadershipListener() {

			@Override
			public void onRevoked(Leadership leadership, RevocationReason reason) {
				node.close();
				closed.countDown();
			}

		});
		node.start();
		await().until(node.elector("default")::isLeader);

		node.close();

		assertThat(closed.getCount()).isZero();
		assertNoThreads();
	}

	@Test
	void aListenerMayCloseTheNode() {
		DefaultElectionNode node = node(leading());
		node.elector("default").addListener(new LeadershipListener() {

			@Override
			public void onGranted(Leadership leadership) {
				node.close();
			}

		});
		node.start();

		await().until(() -> !node.isRunning());
		assertNoThreads();
	}

	@Test
	void aProtocolThatNeverStopsIsGivenUpInBoundedTime() {
		FakeProtocol protocol = leading();
		DefaultElectionNode node = node(protocol);
		node.start();
		await().until(node.elector("default")::isLeader);
		protocol.otherwise((input) -> {
			if (input.event() instanceof Event.Stopping<FakeMessage>) {
				throw new IllegalStateException("cannot stop");
			}
			return List.of();
		});
		LeaderWork work = node.elector("default").beginWork();

		node.close();

		assertThat(work).isNotNull();
		assertThat(node.elector("default").isLeader()).isFalse();
		assertThat(node.elector("default").beginWork()).isNull();
		assertNoThreads();
	}

	private static List<Thread> threads() {
		return Thread.getAllStackTraces()
			.keySet()
			.stream()
			.filter((thread) -> thread.getName().startsWith("leader-election-shell-test-"))
			.toList();
	}

	private static void assertNamedThreads() {
		assertThat(threads()).extracting(Thread::getName)
			.containsExactlyInAnyOrder("leader-election-shell-test-loop", "leader-election-shell-test-ballot-writer",
					"leader-election-shell-test-listeners", "leader-election-shell-test-watchdog");
	}

	private static void assertNoThreads() {
		await().untilAsserted(() -> assertThat(threads()).isEmpty());
	}

	private static final class ThrowingTransport extends NoTransport {

		private boolean failing;

		@Override
		public void start(Receiver receiver) {
			if (this.failing) {
				throw new IllegalStateException("port in use");
			}
		}

	}

}
