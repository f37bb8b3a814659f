package io.github.leaderelection.simulator.explorer.bounds;

/**
 * What happens a limited number of times in a search. How often each still may is kept in
 * one number.
 */
public enum FaultBudget {

	/** A node crashes. */
	CRASH,
	/** A link breaks and opens again. */
	BREAK,
	/** A leader is asked to resign. */
	RESIGN,
	/** A node that is down loses its state. */
	LOSS,
	/** The nomination of a leader makes it give way. */
	GIVE_WAY,
	/** The nomination of a leader makes it hand over. */
	HAND_OVER,
	/** A node learns that a process of a member has ended. */
	LEARN_END;

	private static final int BITS = 4;

	private static final int COUNT = (1 << BITS) - 1;

	/** What is spent where nothing limited happens. */
	public static final int NOTHING = 0;

	public static int all(Bounds bounds, AnyNomination nomination) {
		return bounds.crashes() * CRASH.once() + bounds.breaks() * BREAK.once() + bounds.resigns() * RESIGN.once()
				+ bounds.lost() * LOSS.once() + nomination.givesWay() * GIVE_WAY.once()
				+ nomination.handsOver() * HAND_OVER.once() + bounds.learnedEnds() * LEARN_END.once();
	}

	/** What is spent where it happens once. */
	public int once() {
		return 1 << BITS * ordinal();
	}

	/** Whether it may still happen. */
	public boolean isLeft(int left) {
		return (left >> BITS * ordinal() & COUNT) > 0;
	}

}
