package io.github.leaderelection.node;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;

import static org.assertj.core.api.Assertions.assertThat;

@Timeout(value = 30, threadMode = ThreadMode.SEPARATE_THREAD)
class LoopSignalTests {

	private final LoopSignal signal = new LoopSignal();

	@Test
	void anInterruptEndsOneSleepAtMostAndIsForgotten() {
		this.signal.clear();
		Thread.currentThread().interrupt();
		this.signal.sleepUntil(System.nanoTime() + TimeUnit.MINUTES.toNanos(1));

		assertThat(Thread.interrupted()).isFalse();
	}

	@Test
	void aWakeUpBeforeTheSleepEndsIt() {
		this.signal.clear();
		this.signal.wakeUp();

		this.signal.sleepUntil(Long.MAX_VALUE);
	}

	@Test
	@Timeout(value = 120, threadMode = ThreadMode.SEPARATE_THREAD)
	void noWakeUpIsLostHoweverThreadsRace() throws Exception {
		int rounds = 50_000;
		AtomicInteger queued = new AtomicInteger();
		AtomicInteger taken = new AtomicInteger();
		Thread consumer = new Thread(() -> {
			while (taken.get() < rounds) {
				this.signal.clear();
				taken.set(queued.get());
				if (taken.get() < rounds) {
					this.signal.sleepUntil(Long.MAX_VALUE);
				}
			}
		});
		consumer.setDaemon(true);
		consumer.start();
		for (int i = 1; i <= rounds; i++) {
			queued.incrementAndGet();
			this.signal.wakeUp();
			if (i % 100 == 0) {
				while (taken.get() < i) {
					Thread.yield();
				}
			}
		}
		consumer.join();

		assertThat(taken).hasValue(rounds);
	}

}
