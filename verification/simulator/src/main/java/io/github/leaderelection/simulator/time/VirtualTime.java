package io.github.leaderelection.simulator.time;

import java.util.Arrays;
import java.util.function.BooleanSupplier;

import org.jspecify.annotations.Nullable;

/**
 * True time, which passes only from one event to the next. Events of one instant happen
 * in the order in which they were planned.
 */
public final class VirtualTime {

	/**
	 * How many events one instant may have: far more than everything that nodes, links
	 * and disks have ever had to do at once.
	 */
	public static final int MOST_AT_ONCE = 100_000;

	private static final int INITIAL_CAPACITY = 256;

	private long[] times = new long[INITIAL_CAPACITY];

	private long[] sequences = new long[INITIAL_CAPACITY];

	private @Nullable Runnable[] tasks = new Runnable[INITIAL_CAPACITY];

	private int size;

	private long nextSequence;

	private long now;

	private long happened;

	private int atOnce;

	private @Nullable Runnable whenStuck;

	/**
	 * The present.
	 * @return nanoseconds since the beginning
	 */
	public long now() {
		return this.now;
	}

	/**
	 * How many events have happened.
	 * @return the number
	 */
	public long happened() {
		return this.happened;
	}

	/**
	 * Says what to do when time does not pass any more: more than {@link #MOST_AT_ONCE}
	 * events happened in one instant.
	 * @param action done once in each such instant
	 */
	public void whenStuck(Runnable action) {
		this.whenStuck = action;
	}

	/**
	 * Plans an event.
	 * @param when nanoseconds since the beginning; what is past happens now
	 * @param task the event
	 */
	public void at(long when, Runnable task) {
		if (this.size == this.times.length) {
			grow();
		}
		siftUp(this.size++, Math.max(when, this.now), this.nextSequence++, task);
	}

	/**
	 * Plans an event.
	 * @param delay nanoseconds from now
	 * @param task the event
	 */
	public void after(long delay, Runnable task) {
		at(this.now + delay, task);
	}

	/**
	 * Lets the next event happen.
	 * @param end the instant to stop at: an event after it is left for later, and the
	 * present becomes that instant
	 * @return false if there is none up to the end
	 */
	public boolean step(long end) {
		Runnable task = this.tasks[0];
		if (task == null || this.times[0] > end) {
			if (end > this.now) {
				this.now = end;
				this.atOnce = 0;
			}
			return false;
		}
		this.atOnce = (this.times[0] > this.now) ? 1 : this.atOnce + 1;
		this.now = this.times[0];
		this.happened++;
		removeFirst();
		if (this.atOnce == MOST_AT_ONCE + 1 && this.whenStuck != null) {
			this.whenStuck.run();
		}
		task.run();
		return true;
	}

	/**
	 * Lets time pass until something is so, which is looked at before and after each
	 * event.
	 * @param condition what
	 * @param nanos how long at most
	 * @return whether it is so
	 */
	public boolean passUntil(BooleanSupplier condition, long nanos) {
		long end = this.now + nanos;
		boolean more = true;
		while (more && !condition.getAsBoolean()) {
			more = step(end);
		}
		return condition.getAsBoolean();
	}

	private void removeFirst() {
		int last = --this.size;
		long time = this.times[last];
		long sequence = this.sequences[last];
		Runnable task = this.tasks[last];
		this.tasks[last] = null;
		if (last > 0 && task != null) {
			siftDown(time, sequence, task);
		}
	}

	private void siftUp(int from, long time, long sequence, Runnable task) {
		int hole = from;
		while (hole > 0) {
			int parent = (hole - 1) >>> 1;
			if (before(parent, time, sequence)) {
				break;
			}
			move(parent, hole);
			hole = parent;
		}
		put(hole, time, sequence, task);
	}

	private void siftDown(long time, long sequence, Runnable task) {
		int hole = 0;
		int child = 1;
		while (child < this.size) {
			if (child + 1 < this.size && before(child + 1, this.times[child], this.sequences[child])) {
				child++;
			}
			if (!before(child, time, sequence)) {
				break;
			}
			move(child, hole);
			hole = child;
			child = 2 * hole + 1;
		}
		put(hole, time, sequence, task);
	}

	private boolean before(int index, long time, long sequence) {
		return this.times[index] < time || (this.times[index] == time && this.sequences[index] < sequence);
	}

	private void move(int from, int to) {
		this.times[to] = this.times[from];
		this.sequences[to] = this.sequences[from];
		this.tasks[to] = this.tasks[from];
	}

	private void put(int index, long time, long sequence, Runnable task) {
		this.times[index] = time;
		this.sequences[index] = sequence;
		this.tasks[index] = task;
	}

	private void grow() {
		int capacity = this.times.length * 2;
		this.times = Arrays.copyOf(this.times, capacity);
		this.sequences = Arrays.copyOf(this.sequences, capacity);
		this.tasks = Arrays.copyOf(this.tasks, capacity);
	}

}
