package io.github.leaderelection.internal.assignment.application;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;

import io.github.leaderelection.assignments.OwnershipEnd;
import io.github.leaderelection.internal.assignment.protocol.AssignmentEvent;
import io.github.leaderelection.internal.assignment.protocol.Partition;
import io.github.leaderelection.internal.assignment.protocol.PartitionList;
import io.github.leaderelection.internal.assignment.runtime.Ownership;
import io.github.leaderelection.internal.assignment.runtime.TestOwnerships;
import io.github.leaderelection.internal.follow.Followable;
import io.github.leaderelection.internal.follow.Following;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import org.springframework.context.Lifecycle;
import org.springframework.context.support.StaticApplicationContext;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link FollowablePartitions}.
 */
class FollowablePartitionsTests {

	private static final Duration PATIENCE = Duration.ofMinutes(1);

	private static final Partition P0 = new Partition("orders", 2, "p0");

	private static final Partition P1 = new Partition("orders", 2, "p1");

	private final Container container = new Container();

	private final FollowablePartitions followables = new FollowablePartitions();

	private final PartitionListeners listeners = new PartitionListeners(() -> List.of(this.followables), (event) -> {
	}, () -> "a", Runnable::run);

	private final TestOwnerships ownerships = new TestOwnerships(this.listeners);

	private final StaticApplicationContext context = new StaticApplicationContext();

	private final Following following = new Following(() -> Stream.of(this::followables), true, this.context);

	private List<Followable> followables() {
		return this.followables
			.of(new AssignmentSpec("orders", "default", PartitionList.counted(2), 1, PATIENCE, PATIENCE, List.of(),
					Map.of("p0", List.of("container"))))
			.toList();
	}

	@BeforeEach
	void start() {
		this.context.getBeanFactory().registerSingleton("container", this.container);
		this.following.start();
	}

	@AfterEach
	void stop() {
		this.container.mayGoOn.countDown();
		this.following.stop();
	}

	@Test
	void runsFromTheBeginOfItsPartitionUntilTheDrainIsOver() {
		Ownership begun = this.ownerships.begin(P0);
		assertThat(this.container.done).containsExactly("start");
		this.ownerships.drain(begun);
		assertThat(this.container.done).containsExactly("start", "stop");
		assertThat(this.ownerships.told()).containsExactly(new AssignmentEvent.Drained(P0, begun.token()));
		this.ownerships.end(begun, OwnershipEnd.MOVED);
		this.ownerships.begin(P0);
		assertThat(this.container.done).containsExactly("start", "stop", "start");
	}

	@Test
	void otherPartitionsStartNothing() {
		Ownership begun = this.ownerships.begin(P1);
		this.ownerships.drain(begun);
		assertThat(this.container.done).isEmpty();
		assertThat(this.ownerships.told()).containsExactly(new AssignmentEvent.Drained(P1, begun.token()));
	}

	@Test
	void theDrainAwaitsTheStop() throws InterruptedException {
		Ownership begun = this.ownerships.begin(P0);
		this.container.hangs = true;
		CompletableFuture<Void> drained = CompletableFuture.runAsync(() -> this.ownerships.drain(begun));
		this.container.hanging.await();
		assertThat(this.ownerships.told()).isEmpty();
		this.container.mayGoOn.countDown();
		drained.join();
		assertThat(this.container.done).containsExactly("start", "stop");
		assertThat(this.ownerships.told()).containsExactly(new AssignmentEvent.Drained(P0, begun.token()));
	}

	@Test
	void aStartThatFailsRefusesThePartition() {
		this.container.fails = true;
		Ownership begun = this.ownerships.begin(P0);
		assertThat(this.ownerships.told()).containsExactly(new AssignmentEvent.Failed(P0, begun.token()));
	}

	@Test
	void aSuddenEndStopsItAtOnceAndAwaitsNothing() throws InterruptedException {
		this.ownerships.begin(P0);
		this.container.hangs = true;
		this.ownerships.expire();
		this.container.hanging.await();
		assertThat(this.container.isRunning()).isTrue();
		this.container.mayGoOn.countDown();
		Awaitility.await().atMost(PATIENCE).until(() -> !this.container.isRunning());
	}

	@Test
	void whatStartsWhileItsPartitionEndsIsStoppedAgain() throws InterruptedException {
		this.container.hangs = true;
		CompletableFuture<Ownership> begun = CompletableFuture.supplyAsync(() -> this.ownerships.begin(P0));
		this.container.hanging.await();
		this.ownerships.passLease();
		this.container.mayGoOn.countDown();
		begun.join();
		assertThat(this.container.done).containsExactly("start", "stop");
	}

	@Test
	void nothingStartsWhileTheContextIsStopped() {
		this.following.stop();
		Ownership begun = this.ownerships.begin(P0);
		this.ownerships.end(begun, OwnershipEnd.STOPPED);
		assertThat(this.container.done).isEmpty();
		this.following.start();
		this.ownerships.begin(P0);
		assertThat(this.container.done).containsExactly("start");
		assertThat(this.ownerships.told()).isEmpty();
	}

	private static final class Container implements Lifecycle {

		final List<String> done = new CopyOnWriteArrayList<>();

		final CountDownLatch hanging = new CountDownLatch(1);

		final CountDownLatch mayGoOn = new CountDownLatch(1);

		volatile boolean hangs;

		volatile boolean fails;

		private volatile boolean running;

		@Override
		public void start() {
			if (this.fails) {
				throw new IllegalStateException("on purpose");
			}
			change("start", true);
		}

		@Override
		public void stop() {
			change("stop", false);
		}

		private void change(String what, boolean runs) {
			try {
				if (this.hangs) {
					this.hanging.countDown();
					this.mayGoOn.await();
				}
			}
			catch (InterruptedException ex) {
				Thread.currentThread().interrupt();
			}
			this.done.add(what);
			this.running = runs;
		}

		@Override
		public boolean isRunning() {
			return this.running;
		}

	}

}
