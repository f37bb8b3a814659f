package io.github.leaderelection.test;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;

/**
 * Has elections and their listeners run on whatever thread gives them something to do,
 * before its call returns. Steps of the election run one at a time and under a lock,
 * listeners one at a time and under no lock that a step needs: a listener may wait for
 * another thread that asks the election something.
 */
final class CallingThread implements Executor {

	private final ReentrantLock stepping = new ReentrantLock();

	private final Condition stepped = this.stepping.newCondition();

	private final ReentrantLock telling = new ReentrantLock();

	private final Queue<Runnable> tellings = new ConcurrentLinkedQueue<>();

	/** Steps an election; what a step leads to is part of it. */
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

	/** Tells listeners, once the step in which there is something to tell has ended. */
	@Override
	public void execute(Runnable task) {
		this.tellings.add(task);
		if (!this.stepping.isHeldByCurrentThread()) {
			tellIfNobodyDoes();
		}
	}

	private void tellIfNobodyDoes() {
		// Looks again after letting go: what came meanwhile found the lock taken.
		while (!this.tellings.isEmpty() && !this.telling.isHeldByCurrentThread() && this.telling.tryLock()) {
			try {
				tellAll();
			}
			finally {
				this.telling.unlock();
			}
		}
	}

	/** Waits until listeners have heard all, unless it is a listener that calls. */
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
	 * Waits while other threads go on, whatever interrupts; the interrupt is kept for the
	 * caller.
	 * @param condition looked at after each step
	 * @param nanos how long at most
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
