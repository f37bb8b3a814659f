package io.github.leaderelection.internal.runtime.group;

import io.github.leaderelection.internal.runtime.scheduling.DueHeap;
import io.github.leaderelection.internal.runtime.extension.GroupExtension;

/**
 * Checks the extensions of groups, beside their timers. Checks only groups that took an
 * input or are due. Used only by the thread that runs the loop.
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

	/** Gives up what has waited too long in groups that are due. */
	public boolean expire(long now) {
		boolean expired = false;
		while (isAnyDue() && now - this.due.firstDue() >= 0) {
			int first = this.due.first();
			this.due.clear(first);
			changed(first);
			expired |= this.groups[first].expire();
		}
		return expired;
	}

	/** Checks the groups that changed. */
	public void look(long now) {
		for (int i = 0; i < this.changes; i++) {
			int group = this.changed[i];
			this.isChanged[group] = false;
			this.due.clear(group);
			long left = this.groups[group].check(now);
			if (left != GroupExtension.NEVER) {
				this.due.set(group, now + left);
			}
		}
		this.changes = 0;
	}

	/** Whether a next check is due at a time, see {@link #firstDue()}. */
	public boolean isAnyDue() {
		return this.due.first() != DueHeap.NONE;
	}

	public long firstDue() {
		return this.due.firstDue();
	}

}
