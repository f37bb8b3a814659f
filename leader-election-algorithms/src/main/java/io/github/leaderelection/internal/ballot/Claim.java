package io.github.leaderelection.internal.ballot;

import java.util.Comparator;

/**
 * The claim of a member in an election.
 *
 * @param lot drawn for this election by a member that was elected without becoming leader
 * since it last knew a leader; otherwise 0
 * @param term the term of the last known message of a leader, 0 for none
 * @param led whether the member itself was that leader
 * @param number the number of that message, 0 if the member sent it itself
 */
public record Claim(Standing standing, int lot, long term, boolean led, long number) {

	private static final int UNABLE = 0;

	private static final int FAILED = 1;

	private static final int BEHIND = 2;

	private static final int READY = 3;

	/**
	 * The greater claim is the better one. A member that failed despite its votes ranks
	 * below all that have not tried, even those that have just given up leadership.
	 * Otherwise a member that is always elected but cannot win would block the others
	 * forever. Among failed members new lots decide each time. Otherwise two of them
	 * could block each other forever where messages pass in one direction only.
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

		/** It cannot stand: it reaches too few members, or may not vote. */
		UNABLE,

		/** It has just given up leadership and stands only if no other member would. */
		BEHIND,

		/** It would stand. */
		READY

	}

}
