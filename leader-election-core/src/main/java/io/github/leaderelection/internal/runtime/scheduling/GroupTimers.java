package io.github.leaderelection.internal.runtime.scheduling;

import java.util.Arrays;

import io.github.leaderelection.internal.protocol.Timer;
import org.jspecify.annotations.Nullable;

/**
 * The timers of one group: one slot for each, by its ordinal. There are so few that
 * looking through all of them is faster than any structure. Reports the earliest to the
 * loop's heap. Used only by the thread that runs the loop.
 */
public final class GroupTimers {

	private static final int INITIAL_SLOTS = 16;

	private static final int NONE = -1;

	private final DueHeap loop;

	private final int group;

	private @Nullable Timer[] timers = new Timer[INITIAL_SLOTS];

	private long[] due = new long[INITIAL_SLOTS];

	private int slots;

	private int earliest = NONE;

	/** Makes the timers of a group, none of which runs. */
	public GroupTimers(DueHeap loop, int group) {
		this.loop = loop;
		this.group = group;
	}

	public void start(Timer timer, long atNanos) {
		int slot = timer.ordinal();
		if (slot >= this.timers.length) {
			int length = Math.max(slot + 1, 2 * this.timers.length);
			this.timers = Arrays.copyOf(this.timers, length);
			this.due = Arrays.copyOf(this.due, length);
		}
		this.slots = Math.max(this.slots, slot + 1);
		this.timers[slot] = timer;
		this.due[slot] = atNanos;
		findEarliest();
	}

	public void cancel(Timer timer) {
		int slot = timer.ordinal();
		if (slot < this.slots && this.timers[slot] != null) {
			this.timers[slot] = null;
			findEarliest();
		}
	}

	public void cancelAll() {
		Arrays.fill(this.timers, null);
		findEarliest();
	}

	public @Nullable Timer takeEarliest() {
		if (this.earliest == NONE) {
			return null;
		}
		Timer timer = this.timers[this.earliest];
		this.timers[this.earliest] = null;
		findEarliest();
		return timer;
	}

	private void findEarliest() {
		int found = NONE;
		for (int slot = 0; slot < this.slots; slot++) {
			if (this.timers[slot] != null && (found == NONE || this.due[slot] - this.due[found] < 0)) {
				found = slot;
			}
		}
		this.earliest = found;
		if (found == NONE) {
			this.loop.clear(this.group);
		}
		else {
			this.loop.set(this.group, this.due[found]);
		}
	}

}
