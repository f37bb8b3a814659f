package io.github.leaderelection.simulator.fault.plan;

import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;

/**
 * What can go wrong in a random run, or is asked of it.
 */
public enum FaultKind {

	/** Messages that are held up. */
	STRAGGLERS,

	/** Lost messages. */
	LOSS,

	/** Messages that arrive twice. */
	REPEATS,

	/** Messages that overtake one another. */
	REORDERING,

	/** Two halves. */
	HALVES,

	/** Any links cut. */
	RANDOM_CUTS,

	/** One node cut from all others. */
	ISOLATION,

	/** Two sides that meet in one node. */
	BRIDGE,

	/** All nodes linked to one and to no other. */
	HUB,

	/** Each node sees a majority, and no two the same. */
	RING,

	/** Links cut one way. */
	ONE_WAY,

	/** A slow link. */
	SLOW_LINK,

	/** A link that keeps everything back for a while. */
	CLOGGED_LINK,

	/** A connection that ends though both processes live. */
	CONNECTION_LOSS,

	/** A crash that keeps the disk. */
	CRASH,

	/** A machine that vanishes without a word and comes back with its disk. */
	VANISH,

	/** A loss of power, and with it of what was not synced. */
	POWER_LOSS,

	/** A restart with an empty disk. */
	EMPTY_DISK,

	/** A crash of every node at once. */
	CRASH_OF_ALL,

	/** A graceful stop, and a start. */
	CLEAN_RESTART,

	/** A machine that stands still. */
	PAUSE,

	/** A machine that stands still in the midst of a run of the loop. */
	PAUSE_WITHIN,

	/** A loop that hangs while the rest of its process goes on. */
	HANGING_LOOP,

	/** A machine that is suspended, its monotonic clock too. */
	SUSPENSION,

	/** A clock whose rate changes. */
	CLOCK_RATE,

	/** A wall clock that jumps. */
	WALL_JUMP,

	/** A disk that takes seconds. */
	SLOW_DISK,

	/** A disk that cannot be written. */
	FAILING_DISK,

	/** Listeners that block. */
	SLOW_LISTENERS,

	/** A leader asked to resign. */
	RESIGN,

	/** A leader asked to hand over. */
	TRANSFER,

	/** Leader-only work. */
	WORK,

	/** A text that a leader tells all. */
	BROADCAST,

	/** A rolling change of lease settings. */
	LEASE_CHANGE,

	/** A change of the member list by one. */
	MEMBER_CHANGE,

	/** A member paused as a candidate, mostly for a while. */
	CANDIDACY_PAUSE,

	/** Something befalls a candidate, or one that it asks, while its proposal is out. */
	CANDIDACY_STRUCK,

	/** Something befalls a voter, or its candidate, as the vote is given. */
	VOTE_STRUCK,

	/** Something befalls who cedes, or who is to follow, during a hand-over. */
	HAND_OVER_STRUCK,

	/** Something befalls a leader that raises its term, or one that it asks. */
	RAISE_STRUCK,

	/** All wall clocks step together, and mostly come back. */
	WALL_STEP,

	/** All disks take longer than any candidacy. */
	SLOW_DISKS,

	/** A member that comes back with a list that differs by two, for a while. */
	FOREIGN_LIST,

	/** A rolling change of priorities and failure detectors. */
	PRIORITY_CHANGE,

	/** A crash, and a disk that damaged one of the two slots of each file. */
	BIT_ROT,

	/** A member that comes back with an older copy of its state, for a while. */
	OLD_STATE,

	/** A member that comes back with another algorithm or minimum size, for a while. */
	OTHER_RULES,

	/** A second process of one id that gets through to a member and asks for its vote. */
	TWIN,

	/** Members learn that the process of a member has ended, soon after or never. */
	END_LEARNED;

	/** Drawn apart from the others. */
	static final Set<FaultKind> RARE = Collections
		.unmodifiableSet(EnumSet.of(OLD_STATE, OTHER_RULES, TWIN, END_LEARNED));

	private static final FaultKind[] KINDS = values();

	/** How many kinds there are. */
	public static int count() {
		return KINDS.length;
	}

	/** A kind. */
	public static FaultKind of(int ordinal) {
		return KINDS[ordinal];
	}

}
