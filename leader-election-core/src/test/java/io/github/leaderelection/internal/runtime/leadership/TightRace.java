package io.github.leaderelection.internal.runtime.leadership;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * Runs two actions at the same moment, again and again. The second thread spins for its
 * start, for a barrier that parks would let one go long before the other; where cores are
 * scarce it yields.
 */
final class TightRace {

	private static final int SPINS = 1_000;

	private TightRace() {
	}

	/** Prepares, runs both at once, and checks, for each round. */
	static void run(int rounds, Runnable prepare, Runnable first, Runnable second, Runnable check) throws Exception {
		AtomicInteger started = new AtomicInteger();
		AtomicInteger finished = new AtomicInteger();
		Thread other = new Thread(() -> {
			for (int round = 1; round <= rounds; round++) {
				await(started, round);
				delay(round % 7);
				second.run();
				finished.set(round);
			}
		});
		other.setDaemon(true);
		other.setUncaughtExceptionHandler((thread, ex) -> finished.set(Integer.MAX_VALUE));
		other.start();
		for (int round = 1; round <= rounds; round++) {
			prepare.run();
			started.set(round);
			delay(round % 11);
			first.run();
			await(finished, round);
			if (finished.get() != round) {
				throw new IllegalStateException("The second thread ended in round " + round);
			}
			check.run();
		}
		other.join();
	}

	private static void await(AtomicInteger stage, int round) {
		int spins = 0;
		while (stage.get() < round) {
			if (++spins % SPINS == 0) {
				Thread.yield();
			}
			Thread.onSpinWait();
		}
	}

	private static void delay(int spins) {
		for (int i = 0; i < spins; i++) {
			Thread.onSpinWait();
		}
	}

}
