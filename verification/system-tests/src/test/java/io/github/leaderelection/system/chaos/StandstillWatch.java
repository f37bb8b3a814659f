package io.github.leaderelection.system.chaos;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.LockSupport;

import io.github.leaderelection.system.chaos.Availability.Gap;

/**
 * Notices when the machine does not let a thread run that wants to: then the nodes may
 * not have run either.
 */
final class StandstillWatch implements AutoCloseable {

	private static final long STEP_NANOS = 2_000_000;

	private final long leastNanos;

	private final List<Gap> standstills = new CopyOnWriteArrayList<>();

	private volatile boolean ended;

	private StandstillWatch(long leastNanos) {
		this.leastNanos = leastNanos;
	}

	static StandstillWatch begin(Duration least) {
		StandstillWatch watch = new StandstillWatch(least.toNanos());
		Thread thread = new Thread(watch::watch, "standstill-watch");
		thread.setDaemon(true);
		thread.start();
		return watch;
	}

	private void watch() {
		long last = System.nanoTime();
		while (!this.ended) {
			LockSupport.parkNanos(STEP_NANOS);
			long now = System.nanoTime();
			if (now - last > this.leastNanos) {
				this.standstills.add(new Gap(last, now));
			}
			last = now;
		}
	}

	/** When the thread did not run. */
	List<Gap> standstills() {
		return this.standstills;
	}

	@Override
	public void close() {
		this.ended = true;
	}

}
