package io.github.leaderelection.internal.runtime.group;

import io.github.leaderelection.internal.runtime.scheduling.DueHeap;
import io.github.leaderelection.internal.runtime.watch.LeaderlessWatch;

/**
 * Checks groups beside their timers: their position requests, and the watches that write
 * to the log. Checks only groups that took an input or are due. Used only by the thread
 * that runs the loop.
 */
public final class GroupWatches {

	private final GroupRunner<?, ?>[] groups;

	private final DueHeap due;

	private final int[] changed;

	private final boolean[] isChanged;

	private int changes;

	public GroupWatches(GroupRunner<?, ?>[] groups) {
		this.groups = groups;
		this.due = new DueHeap(groups.length);
		this.changed = new int[groups.length];
		this.isChanged = new boolean[groups.length];
	}

	/** Marks a group to be checked before the loop rests. */
	void changed(int group) {
		if (!this.isChanged[group]) {
			this.isChanged[group] = true;
			this.changed[this.changes++] = group;
		}
	}

	/** Gives up position requests that have waited too long. */
	public boolean giveUpPositions(long now) {
		boolean gaveUp = false;
		while (isAnyDue() && now - this.due.firstDue() >= 0) {
			int first = this.due.first();
			this.due.clear(first);
			changed(first);
			GroupRunner<?, ?> group = this.groups[first];
			gaveUp |= !group.isStopped() && group.positions().isArmed() && group.positions().giveUp();
		}
		return gaveUp;
	}

	/** Checks the groups that changed. */
	public void look(long now) {
		for (int i = 0; i < this.changes; i++) {
			int group = this.changed[i];
			this.isChanged[group] = false;
			look(this.groups[group], now);
		}
		this.changes = 0;
	}

	private void look(GroupRunner<?, ?> group, long now) {
		this.due.clear(group.index());
		if (group.isStopped()) {
			return;
		}
		LeaderlessWatch leaderless = group.leaderless();
		leaderless.check(now);
		group.flapping().check(now);
		group.saving().check(now);
		if (leaderless.isArmed()) {
			this.due.advance(group.index(), leaderless.due());
		}
		if (group.positions().isArmed()) {
			this.due.advance(group.index(), group.positions().due());
		}
		if (group.saving().isArmed()) {
			this.due.advance(group.index(), group.saving().due());
		}
	}

	/** Whether a next check is due at a time, see {@link #firstDue()}. */
	public boolean isAnyDue() {
		return this.due.first() != DueHeap.NONE;
	}

	public long firstDue() {
		return this.due.firstDue();
	}

}
