package io.github.leaderelection.simulator.cluster;

import java.util.ArrayList;
import java.util.List;

import io.github.leaderelection.simulator.time.VirtualTime;

/**
 * The ways in which a machine stands still: all of it, with or without its monotonic
 * clock, at once or in the midst of a run, or the election's thread alone.
 */
public final class Pauses {

	private static final int ORDERS = 3;

	private final SimulatedNode node;

	private final List<Runnable> deferred = new ArrayList<>();

	private long pausedUntil;

	private long hungUntil;

	Pauses(SimulatedNode node) {
		this.node = node;
	}

	/** Whether the machine stands still. */
	public boolean isPaused() {
		return time().now() < this.pausedUntil;
	}

	/** Stops everything on the machine but its clocks. */
	public void pause(long nanos) {
		long until = time().now() + nanos;
		if (this.node.isRunning() && until > this.pausedUntil) {
			this.pausedUntil = until;
			time().at(until, () -> wake(until));
			this.node.settled();
		}
	}

	/** Stops everything on the machine, its monotonic clock included. */
	public void suspend(long nanos) {
		if (this.node.isRunning() && !isPaused()) {
			this.node.clock().suspend(nanos);
			pause(nanos);
		}
	}

	/**
	 * Stops everything in the midst of the next run of the loop.
	 * @param points how many times that run reads a clock, sends or saves before
	 * @param suspended whether the monotonic clock stands still too
	 */
	public void pauseWithin(int points, long nanos, boolean suspended) {
		this.node.moment().standStillAfter(points, nanos, () -> {
			if (suspended) {
				this.node.clock().suspend(nanos);
			}
		});
	}

	/**
	 * Lets the watchdog look at the grant in the midst of what the loop does next: it has
	 * a thread of its own.
	 * @param points how many times the loop reads a clock, sends or saves before
	 */
	public void watchdogWithin(int points) {
		this.node.moment().standStillAfter(points, 0, this.node::lookAtGrant);
	}

	/** Stops the election's thread alone: everything else on the machine goes on. */
	public void hangLoop(long nanos) {
		long until = time().now() + nanos;
		if (this.node.isRunning() && until > this.hungUntil) {
			this.hungUntil = until;
			time().at(until, this.node.execution()::go);
		}
	}

	/**
	 * Lets a loop that hangs go on, and no run that has not begun stand still. A machine
	 * that stands still goes on in its time: what it sends by then is under way.
	 */
	public void calm() {
		this.node.moment().disarm();
		if (!isPaused()) {
			this.node.moment().cancelStandstill();
		}
		this.hungUntil = 0;
		this.node.execution().go();
	}

	boolean isHung() {
		return time().now() < this.hungUntil;
	}

	void defer(Runnable task) {
		this.deferred.add(task);
	}

	/**
	 * The process is gone: nothing of it goes on.
	 */
	void clear() {
		this.deferred.clear();
		this.pausedUntil = 0;
		this.hungUntil = 0;
		this.node.moment().cancelStandstill();
		this.node.clock().resume();
	}

	/**
	 * What the machine was to do meanwhile is done in the order in which it came. In
	 * which order the threads of a process go on is anybody's guess: the loop may first
	 * see its timers, or all that has arrived, or one thing after another.
	 */
	private void wake(long until) {
		if (this.pausedUntil != until) {
			return;
		}
		this.pausedUntil = 0;
		this.node.settled();
		List<Runnable> tasks = List.copyOf(this.deferred);
		this.deferred.clear();
		int order = this.node.dice().index(ORDERS);
		if (order == 0) {
			this.node.execution().runLoop();
		}
		for (Runnable task : tasks) {
			if (isPaused()) {
				this.deferred.add(task);
			}
			else {
				task.run();
				if (order == 1) {
					this.node.execution().runLoop();
				}
			}
		}
		if (!isPaused()) {
			this.node.execution().runLoop();
		}
		this.node.settled();
	}

	private VirtualTime time() {
		return this.node.surroundings().time;
	}

}
