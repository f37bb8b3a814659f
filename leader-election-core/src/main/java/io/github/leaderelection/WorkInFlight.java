package io.github.leaderelection;

import java.time.Duration;
import java.util.List;
import java.util.Objects;

import org.jspecify.annotations.Nullable;

/**
 * The leader-only work of one group that runs on this node, from admission until
 * {@link LeaderWork#close()}.
 *
 * @param count how many pieces of work run
 * @param oldest for how long the oldest of them has run, null where none runs
 * @param outliving how many of them run on though their leadership has ended
 * @param outlived how many have run on beyond their leadership so far, those that still
 * do included
 * @param longest those that have run longest, the longest first, at most {@value #SHOWN}
 */
public record WorkInFlight(int count, @Nullable Duration oldest, int outliving, long outlived, List<Piece> longest) {

	/** How many pieces of work are shown one by one. */
	public static final int SHOWN = 10;

	/** No work runs, and none ever outlived its leadership. */
	public static final WorkInFlight NONE = new WorkInFlight(0, null, 0, 0, List.of());

	/**
	 * Keeps a copy.
	 */
	public WorkInFlight {
		longest = List.copyOf(longest);
	}

	/**
	 * One piece of work.
	 *
	 * @param name what it is, such as the name of a method
	 * @param fencingToken the token of the leadership under which it was admitted
	 * @param runningFor for how long it has run
	 * @param outliving whether that leadership has ended
	 */
	public record Piece(String name, long fencingToken, Duration runningFor, boolean outliving) {

		/**
		 * Checks that nothing is missing.
		 */
		public Piece {
			Objects.requireNonNull(name, "name");
			Objects.requireNonNull(runningFor, "runningFor");
		}

	}

}
