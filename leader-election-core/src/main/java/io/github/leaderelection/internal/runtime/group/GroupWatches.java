package io.github.leaderelection.internal.runtime.group;

import io.github.leaderelection.internal.runtime.scheduling.DueHeap;
import io.github.leaderelection.internal.runtime.watch.LeaderlessWatch;

/**
 * Looks at groups beside their timers: at the questions to applications and at what is to
 * be said in the log. Only at those that took an input, and when a time comes. Used by
 * the thread that runs the loop alone.
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

	/** A group is to be looked at before the loop rests. */
	void changed(int group) {
		if (!this.isChanged[group]) {
			this.isChanged[group] = true;
			this.changed[this.changes++] = group;
		}
	}

	/** Gives up the questions that have waited too long. */
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

	/** Looks at the groups that changed. */
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

	/** Whether there is a time to look again, see {@link #firstDue()}. */
	public boolean isAnyDue() {
		return this.due.first() != DueHeap.NONE;
	}

	public long firstDue() {
		return this.due.firstDue();
	}

}
