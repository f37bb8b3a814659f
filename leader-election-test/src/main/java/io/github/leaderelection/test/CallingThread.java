package io.github.leaderelection.test;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;

/**
 * Runs elections and their listeners on the calling thread, before its call returns.
 * Steps run one at a time under a lock. Listeners run one at a time, outside the lock for
 * steps: a listener may wait for another thread that asks the election something.
 */
final class CallingThread implements Executor {

	private final ReentrantLock stepping = new ReentrantLock();

	private final Condition stepped = this.stepping.newCondition();

	private final ReentrantLock telling = new ReentrantLock();

	private final Queue<Runnable> tellings = new ConcurrentLinkedQueue<>();

	/**
	 * Runs a step under the lock. Does nothing inside a step: the outer step does the
	 * work.
	 */
	void step(Runnable work) {
		if (this.stepping.isHeldByCurrentThread()) {
			return;
		}
		this.stepping.lock();
		try {
			work.run();
			this.stepped.signalAll();
		}
		finally {
			this.stepping.unlock();
		}
		tellIfNobodyDoes();
	}

	/** Runs a call to listeners after the present step has ended. */
	@Override
	public void execute(Runnable task) {
		this.tellings.add(task);
		if (!this.stepping.isHeldByCurrentThread()) {
			tellIfNobodyDoes();
		}
	}

	private void tellIfNobodyDoes() {
		// Checks again after unlocking: another thread may have found the lock taken.
		while (!this.tellings.isEmpty() && !this.telling.isHeldByCurrentThread() && this.telling.tryLock()) {
			try {
				tellAll();
			}
			finally {
				this.telling.unlock();
			}
		}
	}

	/** Waits until listeners have heard everything. Returns at once in a listener. */
	void settle() {
		if (this.telling.isHeldByCurrentThread()) {
			return;
		}
		this.telling.lock();
		try {
			tellAll();
		}
		finally {
			this.telling.unlock();
		}
	}

	private void tellAll() {
		Runnable task = this.tellings.poll();
		while (task != null) {
			task.run();
			task = this.tellings.poll();
		}
	}

	/**
	 * Waits until the condition holds, at most so many nanoseconds. An interrupt does not
	 * end the wait; the flag is set again afterwards.
	 */
	void await(BooleanSupplier condition, long nanos) {
		boolean interrupted = false;
		long deadline = System.nanoTime() + nanos;
		this.stepping.lock();
		try {
			while (!condition.getAsBoolean() && deadline - System.nanoTime() > 0) {
				try {
					this.stepped.awaitNanos(deadline - System.nanoTime());
				}
				catch (InterruptedException ex) {
					interrupted = true;
				}
			}
		}
		finally {
			this.stepping.unlock();
			if (interrupted) {
				Thread.currentThread().interrupt();
			}
		}
	}

}
