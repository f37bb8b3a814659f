package io.github.leaderelection.node;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;

import static org.assertj.core.api.Assertions.assertThat;

@Timeout(value = 30, threadMode = ThreadMode.SEPARATE_THREAD)
class LoopTurnsTests {

	private final LoopSignal signal = new LoopSignal();

	private final LoopTurns turns = new LoopTurns(this.signal);

	private final RecordedLoop loop = new RecordedLoop();

	/** As the loop's own thread rests until a time. */
	private void rest(long next) {
		this.signal.clear();
		this.loop.next = next;
		this.turns.runOwn(this.loop);
		this.loop.runs.clear();
	}

	private static long inAMinute() {
		return System.nanoTime() + TimeUnit.MINUTES.toNanos(1);
	}

	private boolean isWoken() {
		long begun = System.nanoTime();
		this.signal.sleepUntil(begun + TimeUnit.MILLISECONDS.toNanos(200));
		return System.nanoTime() - begun < TimeUnit.MILLISECONDS.toNanos(100);
	}

	@Test
	void whoBringsAnInputRunsTheLoopAndWakesNobody() {
		rest(inAMinute());

		this.turns.bring(this.turns::wakeUp);

		assertThat(this.loop.runs).containsExactly(Thread.currentThread());
		assertThat(isWoken()).isFalse();
	}

	@Test
	void whoBringsNothingRunsNothing() {
		rest(inAMinute());

		this.turns.bring(() -> {
		});

		assertThat(this.loop.runs).isEmpty();
		assertThat(isWoken()).isFalse();
	}

	@Test
	void whoQueuesAnInputOtherwiseWakesTheOwnThread() {
		rest(inAMinute());

		this.turns.wakeUp();

		assertThat(this.loop.runs).isEmpty();
		assertThat(isWoken()).isTrue();
	}

	@Test
	void aSoonerTimeWakesTheOwnThreadAndALaterOneDoesNot() {
		long minute = inAMinute();
		rest(minute);

		this.loop.next = minute + 1;
		this.turns.bring(this.turns::wakeUp);
		assertThat(isWoken()).isFalse();

		this.loop.next = minute - 1;
		this.turns.bring(this.turns::wakeUp);
		assertThat(isWoken()).isTrue();
	}

	@Test
	void aTimeWakesAnOwnThreadThatHadNone() {
		rest(Long.MAX_VALUE);

		this.turns.bring(this.turns::wakeUp);
		assertThat(isWoken()).isFalse();

		this.loop.next = inAMinute();
		this.turns.bring(this.turns::wakeUp);
		assertThat(isWoken()).isTrue();
	}

	@Test
	void anInputThatTheLoopQueuesItselfIsNotForgotten() {
		rest(inAMinute());
		this.loop.queuing = true;

		this.turns.bring(this.turns::wakeUp);

		assertThat(isWoken()).isTrue();
	}

	@Test
	void nobodyWaitsWhileAnotherThreadRunsTheLoop() throws InterruptedException {
		rest(inAMinute());
		CountDownLatch running = new CountDownLatch(1);
		CountDownLatch end = new CountDownLatch(1);
		this.loop.running = running;
		this.loop.end = end;
		Thread other = new Thread(() -> this.turns.bring(this.turns::wakeUp));
		other.start();
		running.await();

		this.turns.bring(this.turns::wakeUp);

		assertThat(this.loop.runs).containsExactly(other);
		assertThat(isWoken()).isTrue();
		end.countDown();
		other.join();
	}

	@Test
	void whoStopsTheLoopWakesTheOwnThread() {
		rest(inAMinute());
		this.loop.stopped = true;

		this.turns.bring(this.turns::wakeUp);

		assertThat(isWoken()).isTrue();
	}

	@Test
	void aLoopThatFailsDoesNotFailWhoBroughtTheInput() {
		rest(inAMinute());
		this.loop.failure = new IllegalStateException("broken");

		this.turns.bring(this.turns::wakeUp);

		assertThat(this.loop.failedBy).isSameAs(this.loop.failure);
		assertThat(isWoken()).isTrue();
		this.turns.bring(this.turns::wakeUp);
		assertThat(this.loop.runs).hasSize(1);
	}

	@Test
	void theOwnThreadIsTheFirstAndTheLast() {
		this.turns.bring(this.turns::wakeUp);
		assertThat(this.loop.runs).isEmpty();
		rest(inAMinute());
		this.turns.end();
		this.signal.clear();

		this.turns.bring(this.turns::wakeUp);

		assertThat(this.loop.runs).isEmpty();
		assertThat(isWoken()).isTrue();
	}

	@Test
	@Timeout(value = 120, threadMode = ThreadMode.SEPARATE_THREAD)
	void noInputIsForgottenHoweverThreadsRace() throws InterruptedException {
		int rounds = 20_000;
		AtomicInteger queued = new AtomicInteger();
		AtomicInteger taken = new AtomicInteger();
		LoopTurns.Loop counting = new RecordedLoop() {

			@Override
			public long runPending() {
				taken.set(queued.get());
				return Long.MAX_VALUE;
			}

		};
		Thread own = new Thread(() -> {
			while (taken.get() < 2 * rounds) {
				this.signal.clear();
				this.turns.runOwn(counting);
				if (taken.get() < 2 * rounds) {
					this.signal.sleepUntil(Long.MAX_VALUE);
				}
			}
		});
		own.setDaemon(true);
		own.start();
		Runnable bringing = () -> {
			for (int i = 1; i <= rounds; i++) {
				int mine = queued.incrementAndGet();
				this.turns.bring(this.turns::wakeUp);
				if (i % 100 == 0) {
					while (taken.get() < mine) {
						Thread.yield();
					}
				}
			}
		};
		Thread first = new Thread(bringing);
		Thread second = new Thread(bringing);
		first.start();
		second.start();
		first.join();
		second.join();
		while (taken.get() < 2 * rounds) {
			Thread.yield();
		}
	}

	/**
	 * Knows by whom it was run.
	 */
	private class RecordedLoop implements LoopTurns.Loop {

		private final List<Thread> runs = new ArrayList<>();

		private long next = Long.MAX_VALUE;

		private boolean queuing;

		private boolean stopped;

		private @Nullable RuntimeException failure;

		private @Nullable Throwable failedBy;

		private @Nullable CountDownLatch running;

		private @Nullable CountDownLatch end;

		@Override
		public long runPending() {
			this.runs.add(Thread.currentThread());
			CountDownLatch begun = this.running;
			CountDownLatch goOn = this.end;
			if (begun != null && goOn != null) {
				begun.countDown();
				Waiting.uninterruptibly(TimeUnit.SECONDS.toNanos(20),
						(nanos) -> goOn.await(nanos, TimeUnit.NANOSECONDS));
			}
			if (this.queuing) {
				LoopTurnsTests.this.turns.wakeUp();
			}
			if (this.failure != null) {
				throw this.failure;
			}
			return this.next;
		}

		@Override
		public long runBriefly() {
			return runPending();
		}

		@Override
		public boolean isStopped() {
			return this.stopped;
		}

		@Override
		public void fail(Throwable cause) {
			this.failedBy = cause;
		}

	}

}
