package io.github.leaderelection.internal.ring;

import java.util.Comparator;

import io.github.leaderelection.NodeId;

/**
 * A candidate of a lap.
 *
 * @param behind whether it has just given up leadership
 * @param failures how often it was ahead in a lap without becoming leader, since it last
 * knew a leader
 */
public record RingCandidate(NodeId id, boolean behind, int failures) {

	/**
	 * The greatest candidate is to lead. A member that failed ranks below all that have
	 * not tried. Otherwise its id would block those of the others forever.
	 */
	static final Comparator<RingCandidate> ORDER = Comparator
		.comparing(RingCandidate::behind, Comparator.reverseOrder())
		.thenComparing(RingCandidate::failures, Comparator.reverseOrder())
		.thenComparing(RingCandidate::id);

	boolean raises(RingCandidate other) {
		return ORDER.compare(this, other) > 0;
	}

}
