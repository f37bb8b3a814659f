package io.github.leaderelection.node;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;

import org.jspecify.annotations.Nullable;

/**
 * Lets the loop's thread sleep until a time or until it is woken. Waking a thread that is
 * awake costs one read.
 */
final class LoopSignal {

	private final AtomicBoolean pending = new AtomicBoolean();

	private volatile @Nullable Thread sleeper;

	/** For any thread: after this, the next sleep ends at once. */
	void wakeUp() {
		if (!this.pending.get() && this.pending.compareAndSet(false, true)) {
			Thread thread = this.sleeper;
			if (thread != null) {
				LockSupport.unpark(thread);
			}
		}
	}

	/** Called before looking for work: a wake-up from here on ends the next sleep. */
	void clear() {
		this.sleeper = Thread.currentThread();
		this.pending.set(false);
	}

	/** Sleeps; may return early. {@link Long#MAX_VALUE} means until it is woken. */
	void sleepUntil(long atNanos) {
		if (this.pending.get()) {
			return;
		}
		if (atNanos == Long.MAX_VALUE) {
			LockSupport.park(this);
		}
		else {
			long nanos = atNanos - System.nanoTime();
			if (nanos > 0) {
				LockSupport.parkNanos(this, nanos);
			}
		}
		// Interrupts do not concern the loop. A kept interrupt would make every further
		// sleep end at once.
		Thread.interrupted();
	}

}
