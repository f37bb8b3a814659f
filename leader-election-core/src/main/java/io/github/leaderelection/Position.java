package io.github.leaderelection;

/**
 * The progress of an application, such as term and index of its newest entry. Ordered by
 * term, then by index.
 *
 * @param term the term of the newest entry, 0 for none
 * @param index the index of the newest entry, 0 for none
 */
public record Position(long term, long index) implements Comparable<Position> {

	/** The position of an application without entries. */
	public static final Position NONE = new Position(0, 0);

	@Override
	public int compareTo(Position other) {
		int byTerm = Long.compare(this.term, other.term);
		return (byTerm != 0) ? byTerm : Long.compare(this.index, other.index);
	}

}
