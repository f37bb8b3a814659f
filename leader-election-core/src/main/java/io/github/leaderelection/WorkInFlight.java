package io.github.leaderelection;

import java.time.Duration;
import java.util.List;
import java.util.Objects;

import org.jspecify.annotations.Nullable;

/**
 * The running leader-only work of one group on this node, from its admission until
 * {@link LeaderWork#close()}.
 *
 * @param count the number of running pieces of work
 * @param oldest how long the oldest of them has run, null if none runs
 * @param outliving how many of them have outlived their leadership
 * @param outlived how many have outlived their leadership so far, running ones included
 * @param longest the longest running pieces, the longest first, at most {@value #SHOWN}
 */
public record WorkInFlight(int count, @Nullable Duration oldest, int outliving, long outlived, List<Piece> longest) {

	/** The largest number of pieces that are listed. */
	public static final int SHOWN = 10;

	/** No work runs, and none has outlived its leadership. */
	public static final WorkInFlight NONE = new WorkInFlight(0, null, 0, 0, List.of());

	/**
	 * Creates the work in flight.
	 */
	public WorkInFlight {
		longest = List.copyOf(longest);
	}

	/**
	 * One piece of work.
	 *
	 * @param name its name, such as that of a method
	 * @param fencingToken the token of the leadership that admitted it
	 * @param runningFor how long it has run
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
