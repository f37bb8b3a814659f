package io.github.leaderelection.internal.follow;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

import io.github.leaderelection.Leadership;
import io.github.leaderelection.RevocationReason;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import org.springframework.context.Lifecycle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.mockito.BDDMockito.given;
import static org.mockito.BDDMockito.willThrow;
import static org.mockito.Mockito.mock;

/**
 * Whatever comes in whatever order, what follows runs in the end where it is to run.
 */
class FollowerTests {

	private static final Runnable IGNORED = () -> {
	};

	private final Slow slow = new Slow();

	private final Follower follower = new Follower("key", List.of(new Followed("slow", this.slow)),
			Duration.ofMinutes(1));

	private final LeadershipFollower listener = new LeadershipFollower(this.follower, IGNORED);

	private final Leadership leadership = mock(Leadership.class);

	@AfterEach
	void end() {
		this.slow.mayStart.countDown();
		this.follower.end();
	}

	@Test
	void grantThatIsLostDuringTheStartLeavesNothingRunning() throws InterruptedException {
		grant();
		this.slow.starting.await();
		lose(RevocationReason.LEASE_EXPIRED);
		this.slow.mayStart.countDown();
		this.follower.settle().join();
		assertThat(this.slow.done).containsExactly("start", "stop");
	}

	@Test
	void nothingStartsForAGrantThatIsOver() throws InterruptedException {
		grant();
		this.slow.starting.await();
		lose(RevocationReason.SUPERSEDED);
		this.listener.onGranted(mock(Leadership.class));
		this.slow.mayStart.countDown();
		this.follower.settle().join();
		assertThat(this.slow.done).containsExactly("start", "stop");
	}

	@Test
	void drainAwaitsTheStopOfAStartThatIsUnderWay() throws InterruptedException {
		grant();
		this.slow.starting.await();
		given(this.leadership.isDraining()).willReturn(true);
		var drained = this.listener.drained(this.leadership);
		assertThat(drained).isNotDone();
		this.slow.mayStart.countDown();
		drained.join();
		assertThat(this.slow.done).containsExactly("start", "stop");
	}

	@Test
	void whatSomethingElseStartedIsStoppedWhereTheNodeDoesNotLead() {
		this.slow.mayStart.countDown();
		this.slow.start();
		this.follower.settle().join();
		assertThat(this.slow.done).containsExactly("start", "stop");
	}

	@Test
	void whatStoppedLateStartsAgainIfItIsToRunByThen() {
		this.slow.mayStart.countDown();
		Follower hurried = new Follower("key", List.of(new Followed("slow", this.slow)), Duration.ZERO);
		hurried.follow(() -> true, IGNORED).join();
		CountDownLatch mayStop = new CountDownLatch(1);
		this.slow.mayStop = mayStop;
		hurried.follow(() -> false, IGNORED).join();
		hurried.follow(() -> true, IGNORED).join();
		assertThat(this.slow.done).containsExactly("start");
		mayStop.countDown();
		Awaitility.await()
			.atMost(Duration.ofMinutes(1))
			.untilAsserted(() -> assertThat(this.slow.done).containsExactly("start", "stop", "start"));
		hurried.end();
	}

	@Test
	void eachStartThatFailsIsToldAlsoThatOfARestart() {
		AtomicInteger failures = new AtomicInteger();
		Follower failing = new Follower("key", List.of(failing("first"), failing("second")), Duration.ZERO);
		failing.follow(() -> true, failures::incrementAndGet).join();
		assertThat(failures).hasValue(2);
		failing.settle().join();
		assertThat(failures).hasValue(4);
		assertThatExceptionOfType(CompletionException.class).isThrownBy(() -> failing.follow(() -> true, () -> {
			throw new IllegalStateException("refused");
		}).join()).withMessageContaining("refused");
		failing.end();
	}

	private static Followed failing(String name) {
		Lifecycle lifecycle = mock(Lifecycle.class);
		willThrow(new IllegalStateException("on purpose")).given(lifecycle).start();
		return new Followed(name, lifecycle);
	}

	private void grant() {
		given(this.leadership.isValid()).willReturn(true);
		this.listener.onGranted(this.leadership);
	}

	private void lose(RevocationReason reason) {
		given(this.leadership.isValid()).willReturn(false);
		this.listener.onRevoked(this.leadership, reason);
	}

	private static final class Slow implements Lifecycle {

		final List<String> done = new CopyOnWriteArrayList<>();

		final CountDownLatch starting = new CountDownLatch(1);

		final CountDownLatch mayStart = new CountDownLatch(1);

		volatile CountDownLatch mayStop = new CountDownLatch(0);

		private volatile boolean running;

		@Override
		public void start() {
			this.starting.countDown();
			await(this.mayStart);
			this.done.add("start");
			this.running = true;
		}

		@Override
		public void stop() {
			await(this.mayStop);
			this.done.add("stop");
			this.running = false;
		}

		private static void await(CountDownLatch latch) {
			try {
				latch.await();
			}
			catch (InterruptedException ex) {
				Thread.currentThread().interrupt();
			}
		}

		@Override
		public boolean isRunning() {
			return this.running;
		}

	}

}
