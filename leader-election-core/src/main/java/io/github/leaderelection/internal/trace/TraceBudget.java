package io.github.leaderelection.internal.trace;

/**
 * How much memory one recorder may take for what it keeps. The groups of a node share a
 * bound, so that a thousand of them cost little more than twenty.
 *
 * @param segmentBytes of one segment
 * @param segments how many there are at most, at least two
 */
public record TraceBudget(int segmentBytes, int segments) {

	/** What a group has that shares with few. */
	public static final TraceBudget WHOLE = new TraceBudget(32 * 1024, 27);

	/** What all groups of a node keep together, unless there are more than a thousand. */
	public static final int NODE_BYTES = 16 * 1024 * 1024;

	/** A segment begins with a state, which has to leave room for inputs. */
	private static final int LEAST_SEGMENT_BYTES = 8 * 1024;

	private static final int LEAST_SEGMENTS = 2;

	/** So many segments at least where they need not be the smallest. */
	private static final int FEW_SEGMENTS = 4;

	/**
	 * The share of one group.
	 * @param groups how many groups of the node are traced
	 * @return its budget
	 */
	public static TraceBudget shareOf(int groups) {
		int share = NODE_BYTES / Math.max(1, groups);
		int segment = Math.min(WHOLE.segmentBytes, Math.max(LEAST_SEGMENT_BYTES, share / FEW_SEGMENTS));
		return new TraceBudget(segment, Math.min(WHOLE.segments, Math.max(LEAST_SEGMENTS, share / segment)));
	}

}
