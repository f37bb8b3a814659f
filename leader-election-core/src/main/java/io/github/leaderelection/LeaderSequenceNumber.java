package io.github.leaderelection;

/**
 * A number that orders what leaders send: first by leadership, then within the leadership
 * (BlazingMQ's leader sequence number). The first of a leadership is {@code (token, 1)}.
 *
 * @param fencingToken the token of the leadership
 * @param counter 1 for the first of a leadership, then rising by one
 */
public record LeaderSequenceNumber(long fencingToken, long counter) implements Comparable<LeaderSequenceNumber> {

	/**
	 * Checks the ranges.
	 * @throws IllegalArgumentException if either number is below 1
	 */
	public LeaderSequenceNumber {
		if (fencingToken < 1 || counter < 1) {
			throw new IllegalArgumentException("A leader sequence number has two positive parts, but this is ("
					+ fencingToken + ", " + counter + ")");
		}
	}

	@Override
	public int compareTo(LeaderSequenceNumber other) {
		int byToken = Long.compare(this.fencingToken, other.fencingToken);
		return (byToken != 0) ? byToken : Long.compare(this.counter, other.counter);
	}

}
