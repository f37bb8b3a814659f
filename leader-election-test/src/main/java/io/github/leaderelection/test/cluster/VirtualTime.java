package io.github.leaderelection.test.cluster;

import java.util.Comparator;
import java.util.concurrent.PriorityBlockingQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A time that passes only while a test waits, or lets it. Events run one at a time, in
 * the order of their times, on the thread of the test.
 */
final class VirtualTime implements TestTime {

	private static final long NANOS_PER_MILLI = 1_000_000;

	private final ReentrantLock lock = new ReentrantLock();

	private final PriorityBlockingQueue<Event> events = new PriorityBlockingQueue<>(11,
			Comparator.comparingLong(Event::atNanos).thenComparingLong(Event::order));

	private final AtomicLong orders = new AtomicLong();

	private final long firstWallMillis = System.currentTimeMillis();

	private volatile long nanos = NANOS_PER_MILLI;

	/** Guarded by the lock. */
	private boolean passes;

	@Override
	public long monotonicNanos() {
		return this.nanos;
	}

	@Override
	public long wallMillis() {
		return this.firstWallMillis + this.nanos / NANOS_PER_MILLI;
	}

	void at(long atNanos, Runnable task) {
		this.events.add(new Event(Math.max(atNanos, this.nanos), this.orders.incrementAndGet(), task));
	}

	@Override
	public void run(Runnable task) {
		this.lock.lock();
		try {
			task.run();
			pass(0);
		}
		finally {
			this.lock.unlock();
		}
	}

	/** Runs what is due. What is due because of an event runs after it. */
	void settle() {
		if (!this.lock.isHeldByCurrentThread()) {
			pass(0);
		}
	}

	@Override
	public void pass(long passing) {
		this.lock.lock();
		try {
			if (!this.passes) {
				this.passes = true;
				runUntil(this.nanos + passing);
			}
			else if (passing > 0) {
				throw new IllegalStateException("A listener cannot wait: virtual time passes once it has returned");
			}
		}
		finally {
			this.lock.unlock();
		}
	}

	private void runUntil(long end) {
		try {
			Event next = this.events.peek();
			while (next != null && next.atNanos() <= end) {
				this.events.remove(next);
				this.nanos = Math.max(this.nanos, next.atNanos());
				next.task().run();
				next = this.events.peek();
			}
			this.nanos = end;
		}
		finally {
			this.passes = false;
		}
	}

	/**
	 * Something that happens.
	 *
	 * @param order of two at one time
	 */
	private record Event(long atNanos, long order, Runnable task) {
	}

}
