package io.github.leaderelection.internal.gate.method;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

import io.github.leaderelection.ElectionNode;
import io.github.leaderelection.LeaderElector;
import io.github.leaderelection.Leadership;
import io.github.leaderelection.LeadershipListener;
import io.github.leaderelection.NodeId;
import io.github.leaderelection.RevocationReason;
import io.github.leaderelection.autoconfigure.Standalone;
import io.github.leaderelection.internal.gate.Admission;
import io.github.leaderelection.internal.gate.ElectorGate;
import io.github.leaderelection.internal.gate.GroupGate;
import io.github.leaderelection.node.ElectionNodeBuilder;
import io.github.leaderelection.node.GroupOptions;
import io.github.leaderelection.spring.LeaderElectorRegistry;
import io.github.leaderelection.spring.LeadershipContext;
import io.github.leaderelection.spring.LeadershipContextHolder;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.ArgumentMatchers.anyString;
import static org.mockito.BDDMockito.given;
import static org.mockito.Mockito.mock;

/**
 * Threads that call leader-only methods, which call others and leave work to others,
 * while their node resigns again and again.
 */
@Timeout(300)
class GateAgainstDrainTests {

	/** For a machine that stands still: only what is given up gracefully is looked at. */
	private static final Duration LEASE = Duration.ofMinutes(1);

	private static final int CALLERS = 3;

	private static final int RESIGNATIONS = 30;

	/** More than the slots in which work is seen. */
	private static final int MOST_GOING_ON = 300;

	private final ElectionNode node = ElectionNodeBuilder.forNode(NodeId.of("drain-test"))
		.group("default", GroupOptions.defaults().withLease(LEASE))
		.drainTimeout(Duration.ofSeconds(60))
		.build();

	private final LeaderElector elector = this.node.elector("default");

	private final GroupGate gate = gate(this.elector);

	private final Queue<String> wrong = new ConcurrentLinkedQueue<>();

	/** By token: how much of its work has not ended. */
	private final Map<Long, AtomicInteger> inFlight = new ConcurrentHashMap<>();

	private final Queue<Runnable> goingOn = new ArrayBlockingQueue<>(MOST_GOING_ON);

	private final AtomicLong admitted = new AtomicLong();

	private final AtomicInteger resigned = new AtomicInteger();

	private final AtomicBoolean over = new AtomicBoolean();

	@Test
	void nothingBeginsOnceADrainHasBegunAndItEndsWhenTheLastWorkDoes() throws Exception {
		this.elector.addListener(new LeadershipListener() {

			@Override
			public void onRevoked(Leadership leadership, RevocationReason reason) {
				if (reason == RevocationReason.RESIGNED) {
					check(running(leadership.fencingToken()).get() == 0, "a drain ended before its work did");
					GateAgainstDrainTests.this.resigned.incrementAndGet();
				}
			}

		});
		List<Thread> threads = new ArrayList<>();
		for (int i = 0; i < CALLERS; i++) {
			threads.add(thread(this::call));
		}
		threads.add(thread(this::endWhatGoesOn));
		this.node.start();
		threads.forEach(Thread::start);
		while (this.resigned.get() < RESIGNATIONS && this.wrong.isEmpty()) {
			int before = this.resigned.get();
			long worked = this.admitted.get();
			Awaitility.await()
				.atMost(Standalone.PATIENCE)
				.pollInterval(Duration.ofMillis(1))
				.until(() -> !this.wrong.isEmpty() || (this.admitted.get() > worked && this.elector.isLeader()));
			this.elector.resign().toCompletableFuture().get(60, TimeUnit.SECONDS);
			Awaitility.await()
				.atMost(Standalone.PATIENCE)
				.pollInterval(Duration.ofMillis(1))
				.until(() -> !this.wrong.isEmpty() || this.resigned.get() > before);
		}
		this.over.set(true);
		for (Thread thread : threads) {
			thread.join(TimeUnit.SECONDS.toMillis(20));
			assertThat(thread.isAlive()).isFalse();
		}
		this.node.close();
		assertThat(this.wrong).isEmpty();
		assertThat(this.inFlight).hasSizeGreaterThanOrEqualTo(RESIGNATIONS);
		assertThat(this.inFlight.values()).allMatch((running) -> running.get() == 0);
		assertThat(this.elector.workInFlight().count()).isZero();
		assertThat(this.elector.workInFlight().outlived()).isZero();
	}

	/** One call, with another in its course that goes on after both have returned. */
	private void call() {
		Leadership before = this.elector.leadership().orElse(null);
		boolean draining = before != null && before.isDraining();
		Admission outer = this.gate.admit("outer");
		if (outer == null) {
			Thread.onSpinWait();
			return;
		}
		LeadershipContext context = LeadershipContextHolder.get();
		long token = (context != null) ? context.fencingToken() : 0;
		AtomicInteger running = running(token);
		running.incrementAndGet();
		check(!draining || before.fencingToken() != token, "work began under a grant that drained");
		Admission inner = this.gate.admit("inner");
		check(inner != null, "a call in the course of one that runs was refused");
		if (inner != null) {
			running.incrementAndGet();
			inner.left();
			Runnable ending = () -> end(inner, running);
			if (!this.goingOn.offer(ending)) {
				ending.run();
			}
		}
		outer.left();
		end(outer, running);
		this.admitted.incrementAndGet();
	}

	private void endWhatGoesOn() {
		Runnable next = this.goingOn.poll();
		if (next != null) {
			next.run();
		}
	}

	private static void end(Admission admission, AtomicInteger running) {
		running.decrementAndGet();
		admission.ended();
	}

	private AtomicInteger running(long token) {
		return this.inFlight.computeIfAbsent(token, (key) -> new AtomicInteger());
	}

	private void check(boolean right, String what) {
		if (!right) {
			this.wrong.add(what);
		}
	}

	private Thread thread(Runnable task) {
		Thread thread = new Thread(() -> {
			while (!this.over.get() || !this.goingOn.isEmpty()) {
				task.run();
			}
		}, "drain-test");
		thread.setDaemon(true);
		thread.setUncaughtExceptionHandler((failed, ex) -> this.wrong.add(ex.toString()));
		return thread;
	}

	private static GroupGate gate(LeaderElector elector) {
		LeaderElectorRegistry registry = mock(LeaderElectorRegistry.class);
		given(registry.elector(anyString())).willReturn(elector);
		return new ElectorGate(() -> registry).of("default");
	}

}
