package io.github.leaderelection.internal.trace;

/**
 * The memory limit of one recorder. The groups of a node share a bound, so a thousand of
 * them cost little more than twenty.
 *
 * @param segments the largest number of segments, at least two
 */
public record TraceBudget(int segmentBytes, int segments) {

	/** The budget of a group among few. */
	public static final TraceBudget WHOLE = new TraceBudget(32 * 1024, 27);

	/** The bound of all groups of a node, unless there are more than a thousand. */
	public static final int NODE_BYTES = 16 * 1024 * 1024;

	/** A segment begins with a state, which must leave room for inputs. */
	private static final int LEAST_SEGMENT_BYTES = 8 * 1024;

	private static final int LEAST_SEGMENTS = 2;

	/** The least number of segments that are larger than the smallest. */
	private static final int FEW_SEGMENTS = 4;

	/**
	 * The budget of one group.
	 * @param groups the number of traced groups of the node
	 */
	public static TraceBudget shareOf(int groups) {
		int share = NODE_BYTES / Math.max(1, groups);
		int segment = Math.min(WHOLE.segmentBytes, Math.max(LEAST_SEGMENT_BYTES, share / FEW_SEGMENTS));
		return new TraceBudget(segment, Math.min(WHOLE.segments, Math.max(LEAST_SEGMENTS, share / segment)));
	}

}
