package io.github.leaderelection.node;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.runtime.ElectionLoop;

/**
 * Gives the loop its thread, from the start to the stop of every group.
 */
final class LoopThread implements LoopTurns.Loop {

	private final ElectionLoop loop;

	private final LoopSignal signal;

	private final LoopTurns turns;

	private final CountDownLatch ended = new CountDownLatch(1);

	private final Thread thread;

	private volatile boolean abandoned;

	LoopThread(NodeId node, ElectionLoop loop, LoopSignal signal, LoopTurns turns) {
		this.loop = loop;
		this.signal = signal;
		this.turns = turns;
		this.thread = NodeThread.daemon(NodeThread.name(node, "loop"), this::run);
	}

	void start() {
		this.thread.start();
	}

	private void run() {
		try {
			while (!isStopped()) {
				this.signal.clear();
				long next = this.turns.runOwn(this);
				if (!isStopped()) {
					this.signal.sleepUntil(next);
				}
			}
		}
		catch (Throwable ex) {
			fail(ex);
		}
		finally {
			this.turns.end();
			this.ended.countDown();
		}
	}

	@Override
	public long runPending() {
		return this.loop.runPending();
	}

	@Override
	public long runBriefly() {
		return this.loop.runBriefly();
	}

	@Override
	public boolean isStopped() {
		return this.abandoned || this.loop.isStopped();
	}

	@Override
	public void fail(Throwable cause) {
		this.loop.fail(cause);
	}

	/** Waits for the stop of every group, despite interrupts. */
	boolean awaitEnd(long nanos) {
		return Waiting.uninterruptibly(nanos, (remaining) -> this.ended.await(remaining, TimeUnit.NANOSECONDS));
	}

	/** Makes the thread end even if groups have not stopped. */
	void abandon() {
		this.abandoned = true;
		this.signal.wakeUp();
	}

}
