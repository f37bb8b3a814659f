package io.github.leaderelection.internal.ballot;

import java.util.Comparator;

/**
 * What speaks for a member in an election.
 *
 * @param standing whether it would stand
 * @param lot 0, or a lot drawn for this election by one that was elected and did not come
 * to lead since it last knew of a leader
 * @param term the term of the last message of a leader that it knows, 0 for none
 * @param led whether that leader was the member itself
 * @param number the number of that message, 0 if the member sent it itself
 */
public record Claim(Standing standing, int lot, long term, boolean led, long number) {

	private static final int UNABLE = 0;

	private static final int FAILED = 1;

	private static final int BEHIND = 2;

	private static final int READY = 3;

	/**
	 * The better claim is the greater one. One that could not make use of its votes comes
	 * after all that have not tried, whatever it knows and though they gave leadership up
	 * a moment ago: else a member that is elected again and again, and cannot win below,
	 * would keep all others out for ever. Of several such the lots decide, each time
	 * anew: where messages pass one way only, two could else stand in each other's way
	 * for ever.
	 */
	static final Comparator<Claim> ORDER = Comparator.comparingInt(Claim::prospect)
		.thenComparing(Claim::lot, Comparator.reverseOrder())
		.thenComparingLong(Claim::term)
		.thenComparing(Claim::led)
		.thenComparingLong(Claim::number);

	private int prospect() {
		if (this.standing == Standing.UNABLE) {
			return UNABLE;
		}
		if (this.lot != 0) {
			return FAILED;
		}
		return (this.standing == Standing.BEHIND) ? BEHIND : READY;
	}

	/**
	 * Whether a member would stand.
	 */
	public enum Standing {

		/** It cannot: it reaches too few others, or may not vote. */
		UNABLE,

		/** It gave leadership up a moment ago and leads only if nobody else would. */
		BEHIND,

		/** It would. */
		READY

	}

}
