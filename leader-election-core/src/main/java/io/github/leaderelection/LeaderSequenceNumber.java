package io.github.leaderelection;

/**
 * A number that orders the messages of leaders, by leadership and then within it
 * (BlazingMQ's leader sequence number). The first one of a leadership is
 * {@code (token, 1)}.
 *
 * @param fencingToken the token of the leadership
 * @param counter 1 for the first message of a leadership, then rising by one
 */
public record LeaderSequenceNumber(long fencingToken, long counter) implements Comparable<LeaderSequenceNumber> {

	/**
	 * Checks the ranges.
	 * @throws IllegalArgumentException if either number is below 1
	 */
	public LeaderSequenceNumber {
		if (fencingToken < 1 || counter < 1) {
			throw new IllegalArgumentException("The leader sequence number (" + fencingToken + ", " + counter
					+ ") is invalid: use two numbers above 0");
		}
	}

	@Override
	public int compareTo(LeaderSequenceNumber other) {
		int byToken = Long.compare(this.fencingToken, other.fencingToken);
		return (byToken != 0) ? byToken : Long.compare(this.counter, other.counter);
	}

}
