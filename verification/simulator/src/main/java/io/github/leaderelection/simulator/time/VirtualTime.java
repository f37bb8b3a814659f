package io.github.leaderelection.simulator.time;

import java.util.PriorityQueue;
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

	private final PriorityQueue<Planned> planned = new PriorityQueue<>();

	private long plannedSoFar;

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

	/** How many events have happened. */
	public long happened() {
		return this.happened;
	}

	/**
	 * Says what to do when time does not pass any more: more than {@link #MOST_AT_ONCE}
	 * events happened in one instant.
	 */
	public void whenStuck(Runnable action) {
		this.whenStuck = action;
	}

	/**
	 * Plans an event.
	 * @param when nanoseconds since the beginning; what is past happens now
	 */
	public void at(long when, Runnable task) {
		this.planned.add(new Planned(Math.max(when, this.now), this.plannedSoFar++, task));
	}

	/**
	 * Plans an event.
	 * @param delay nanoseconds from now
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
		Planned next = this.planned.peek();
		if (next == null || next.at > end) {
			if (end > this.now) {
				this.now = end;
				this.atOnce = 0;
			}
			return false;
		}
		this.planned.remove();
		this.atOnce = (next.at > this.now) ? 1 : this.atOnce + 1;
		this.now = next.at;
		this.happened++;
		if (this.atOnce == MOST_AT_ONCE + 1 && this.whenStuck != null) {
			this.whenStuck.run();
		}
		next.task.run();
		return true;
	}

	/**
	 * Lets time pass until something is so, which is looked at before and after each
	 * event.
	 * @param nanos how long at most
	 */
	public boolean passUntil(BooleanSupplier condition, long nanos) {
		long end = this.now + nanos;
		boolean more = true;
		while (more && !condition.getAsBoolean()) {
			more = step(end);
		}
		return condition.getAsBoolean();
	}

	/**
	 * An event.
	 */
	private record Planned(long at, long number, Runnable task) implements Comparable<Planned> {

		@Override
		public int compareTo(Planned other) {
			return (this.at != other.at) ? Long.compare(this.at, other.at) : Long.compare(this.number, other.number);
		}

	}

}
