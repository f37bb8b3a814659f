package io.github.leaderelection.internal.follow;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;

import io.github.leaderelection.Leadership;
import io.github.leaderelection.RevocationReason;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import org.springframework.context.Lifecycle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.BDDMockito.given;
import static org.mockito.Mockito.mock;

/**
 * Whatever comes in whatever order, what follows runs in the end where the node leads.
 */
class GroupFollowerTests {

	private final Slow slow = new Slow();

	private final GroupFollower follower = new GroupFollower("default", List.of(new Followed("slow", this.slow)),
			Duration.ofMinutes(1), () -> {
			});

	@AfterEach
	void end() {
		this.slow.mayStart.countDown();
		this.follower.end();
	}

	@Test
	void grantThatIsLostDuringTheStartLeavesNothingRunning() throws InterruptedException {
		this.follower.onGranted(valid());
		this.slow.starting.await();
		this.follower.onRevoked(valid(), RevocationReason.LEASE_EXPIRED);
		this.slow.mayStart.countDown();
		this.follower.settle().join();
		assertThat(this.slow.done).containsExactly("start", "stop");
	}

	@Test
	void nothingStartsForAGrantThatIsOver() throws InterruptedException {
		this.follower.onGranted(valid());
		this.slow.starting.await();
		this.follower.onRevoked(valid(), RevocationReason.SUPERSEDED);
		this.follower.onGranted(mock(Leadership.class));
		this.follower.onRevoked(valid(), RevocationReason.SUPERSEDED);
		this.slow.mayStart.countDown();
		this.follower.settle().join();
		assertThat(this.slow.done).containsExactly("start", "stop");
	}

	@Test
	void drainAwaitsTheStopOfAStartThatIsUnderWay() throws InterruptedException {
		this.follower.onGranted(valid());
		this.slow.starting.await();
		var drained = this.follower.drained(valid());
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

	private static Leadership valid() {
		Leadership leadership = mock(Leadership.class);
		given(leadership.isValid()).willReturn(true);
		return leadership;
	}

	private static final class Slow implements Lifecycle {

		final List<String> done = new CopyOnWriteArrayList<>();

		final CountDownLatch starting = new CountDownLatch(1);

		final CountDownLatch mayStart = new CountDownLatch(1);

		private volatile boolean running;

		@Override
		public void start() {
			this.starting.countDown();
			try {
				this.mayStart.await();
			}
			catch (InterruptedException ex) {
				Thread.currentThread().interrupt();
			}
			this.done.add("start");
			this.running = true;
		}

		@Override
		public void stop() {
			this.done.add("stop");
			this.running = false;
		}

		@Override
		public boolean isRunning() {
			return this.running;
		}

	}

}
