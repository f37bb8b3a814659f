package io.github.leaderelection.node;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

import io.github.leaderelection.ElectionStatus;
import io.github.leaderelection.LeaderElector;
import io.github.leaderelection.LeaderInfo;
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
import io.github.leaderelection.internal.runtime.environment.NoTransport;
import io.github.leaderelection.internal.runtime.environment.NodeClock;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A node with its real threads: many that ask and work, while the loop wins, hands over
 * and loses leadership as fast as it can.
 */
@Timeout(120)
class ReadersAgainstTheLoopTests {

	private static final NodeId SELF = NodeId.of("race-test");

	private static final NodeId OTHER = NodeId.of("other");

	private static final int READERS = 3;

	private static final int REIGNS = 1_000;

	private static final int DRAINS = 300;

	private static final int WORK_SPINS = 500;

	private static final long STEP_NANOS = 50_000;

	private final Queue<String> wrong = new ConcurrentLinkedQueue<>();

	private final AtomicBoolean ended = new AtomicBoolean();

	private final List<Thread> threads = new ArrayList<>();

	private final AtomicLong token = new AtomicLong();

	@AfterEach
	void end() throws InterruptedException {
		this.ended.set(true);
		for (Thread thread : this.threads) {
			thread.join(TimeUnit.SECONDS.toMillis(20));
			assertThat(thread.isAlive()).isFalse();
		}
	}

	@Test
	void noReaderEverSeesTwoHalvesOfDifferentReigns() {
		DefaultElectionNode node = node(new FakeProtocol(SELF).atStart(soon(System.nanoTime()))
			.otherwise((input) -> (input.event() instanceof Event.TimerFired<FakeMessage>) ? next(input) : List.of()));
		LeaderElector elector = node.elector("default");
		AtomicLong reads = new AtomicLong();
		for (int i = 0; i < READERS; i++) {
			run(new Reader(elector, reads)::read);
		}
		node.start();
		Awaitility.await()
			.atMost(Duration.ofSeconds(60))
			.until(() -> !this.wrong.isEmpty() || (this.token.get() > REIGNS && reads.get() > REIGNS));
		node.close();
		assertThat(this.wrong).isEmpty();
		assertThat(elector.isLeader()).isFalse();
		assertThat(elector.leadership()).isEmpty();
	}

	/** Wins, renews, loses, follows another, loses it, and so on. */
	private List<Effect<FakeMessage>> next(Input<FakeMessage> input) {
		long now = input.now().monotonicNanos();
		long present = this.token.get();
		List<Effect<FakeMessage>> effects = new ArrayList<>();
		switch ((int) (this.steps++ % 5)) {
			case 0 -> {
				effects.add(new Effect.LeaderLost<>());
				effects.add(new Effect.Grant<>(this.token.incrementAndGet(), present + 1, lease(input)));
			}
			case 1 -> effects.add(new Effect.Renew<>(present, present, lease(input)));
			case 2 -> effects.add(new Effect.Revoke<>(present, RevocationReason.SUPERSEDED));
			case 3 -> effects.add(new Effect.FollowLeader<>(OTHER, present, present, true));
			default -> {
			}
		}
		effects.add(soon(now));
		return effects;
	}

	private long steps;

	@Test
	void nothingRunsUnderAGrantThatWasGivenUpInOrder() {
		AtomicInteger inFlight = new AtomicInteger();
		AtomicInteger drained = new AtomicInteger();
		AtomicBoolean closing = new AtomicBoolean();
		FakeProtocol protocol = new FakeProtocol(SELF).atStart(soon(System.nanoTime())).otherwise((input) -> {
			long present = this.token.get();
			if (input.event() instanceof Event.TimerFired<FakeMessage>) {
				return (this.steps++ % 2 == 0)
						? List.of(new Effect.Grant<>(this.token.incrementAndGet(), present + 1, lease(input)),
								soon(input.now().monotonicNanos()))
						: List.of(new Effect.StopAdmitting<>(present));
			}
			if (input.event() instanceof Event.WorkDrained<FakeMessage> event) {
				check(event.fencingToken() == present, "drained of " + event.fencingToken() + " under " + present);
				int running = inFlight.get();
				check(running == 0, running + " works run though all have drained");
				check(event.fencingToken() == drained.incrementAndGet(), "drained more than once, or never");
				return List.of(new Effect.Revoke<>(present, RevocationReason.RESIGNED),
						soon(input.now().monotonicNanos()));
			}
			return List.of();
		});
		DefaultElectionNode node = node(protocol);
		LeaderElector elector = node.elector("default");
		elector.addListener(new LeadershipListener() {

			@Override
			public void onRevoked(Leadership leadership, RevocationReason reason) {
				// the stop of the node ends the last grant while work runs, perhaps
				// before
				// this is told
				check(reason != RevocationReason.RESIGNED || elector.workInFlight().outlived() == 0 || closing.get(),
						"work outlived a grant that was given up gracefully");
			}

		});
		AtomicLong admitted = new AtomicLong();
		for (int i = 0; i < READERS; i++) {
			run(() -> work(elector, inFlight, admitted));
		}
		node.start();
		Awaitility.await()
			.atMost(Duration.ofSeconds(60))
			.until(() -> !this.wrong.isEmpty() || (drained.get() > DRAINS && admitted.get() > DRAINS));
		closing.set(true);
		node.close();
		assertThat(this.wrong).isEmpty();
	}

	private void work(LeaderElector elector, AtomicInteger inFlight, AtomicLong admitted) {
		LeaderWork work = elector.beginWork();
		if (work != null) {
			inFlight.incrementAndGet();
			admitted.incrementAndGet();
			boolean draining = work.leadership().isDraining();
			for (int i = 0; i < WORK_SPINS; i++) {
				Thread.onSpinWait();
			}
			check(!draining || work.leadership().isDraining(), "a grant that drains admits again");
			inFlight.decrementAndGet();
			work.close();
		}
	}

	private void run(Runnable task) {
		Thread thread = new Thread(() -> {
			while (!this.ended.get() && this.wrong.isEmpty()) {
				task.run();
			}
		}, "race-test-reader");
		thread.setDaemon(true);
		thread.setUncaughtExceptionHandler((failed, ex) -> this.wrong.add(ex.toString()));
		this.threads.add(thread);
		thread.start();
	}

	private void check(boolean right, String what) {
		if (!right) {
			this.wrong.add(what);
		}
	}

	private static Effect<FakeMessage> soon(long now) {
		return new Effect.StartTimer<>(FakeTimer.A, now + STEP_NANOS);
	}

	private static Lease lease(Input<FakeMessage> input) {
		long now = input.now().monotonicNanos();
		return new Lease(now, input.now().wallMillis(), now + Duration.ofMinutes(5).toNanos(), 60_000_000_000L);
	}

	private static DefaultElectionNode node(FakeProtocol protocol) {
		Duration drain = Duration.ofSeconds(1);
		ElectionSettings settings = ElectionSettings.of("cluster", "default", SELF, List.of(SELF, OTHER))
			.leaseNanos(Duration.ofSeconds(2).toNanos())
			.heartbeatNanos(Duration.ofMillis(20).toNanos())
			.drainNanos(drain.toNanos())
			.build();
		NodePlan plan = new NodePlan(SELF, List.of(new NodeGroup(protocol, settings, null, false, null, List.of())),
				(member) -> null, new NoTransport(), null, drain);
		return new DefaultElectionNode(List.of(GroupIdentity.of(protocol.name(), settings)), ElectorOptions.DEFAULTS,
				() -> plan, NodeClock.system());
	}

	/**
	 * One thread that looks, and what it saw last.
	 */
	private final class Reader {

		private final LeaderElector elector;

		private final AtomicLong reads;

		private long highest;

		Reader(LeaderElector elector, AtomicLong reads) {
			this.elector = elector;
			this.reads = reads;
		}

		void read() {
			ElectionStatus status = this.elector.status();
			Long seen = status.fencingToken();
			check(status.leading() == (seen != null), "leading " + status.leading() + " with token " + seen);
			check(status.leading() == (status.leaseRemaining() != null), "a lease without leading, or none with it");
			LeaderInfo leader = status.leader();
			if (status.leading()) {
				check(leader != null && leader.id().equals(SELF), "leads, but names " + leader);
				check(leader != null && Objects.equals(leader.fencingToken(), seen),
						"token " + seen + ", but that of the leader it names is " + leader);
			}
			rises(seen, "status");
			this.elector.leadership().ifPresent((leadership) -> rises(leadership.fencingToken(), "leadership"));
			this.elector.leader()
				.filter((each) -> each.id().equals(SELF))
				.ifPresent((each) -> rises(each.fencingToken(), "leader"));
			this.reads.incrementAndGet();
		}

		/** A reader never goes back to an earlier grant. */
		private void rises(Long seen, String where) {
			if (seen != null) {
				check(seen >= this.highest, where + " shows token " + seen + " after " + this.highest);
				this.highest = Math.max(this.highest, seen);
			}
		}

	}

}
