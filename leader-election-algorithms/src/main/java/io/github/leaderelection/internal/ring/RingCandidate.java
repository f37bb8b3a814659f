package io.github.leaderelection.internal.ring;

import java.util.Comparator;

import io.github.leaderelection.NodeId;

/**
 * Whom a lap would have lead.
 *
 * @param id the member
 * @param behind whether it gave leadership up a moment ago
 * @param failures how often it was ahead in a lap, and did not come to lead, since it
 * last knew of a leader
 */
public record RingCandidate(NodeId id, boolean behind, int failures) {

	/**
	 * The one that leads is the greatest. One that cannot make use of a lap comes after
	 * all that have not tried: its id would never come home, and no other would.
	 */
	static final Comparator<RingCandidate> ORDER = Comparator
		.comparing(RingCandidate::behind, Comparator.reverseOrder())
		.thenComparing(RingCandidate::failures, Comparator.reverseOrder())
		.thenComparing(RingCandidate::id);

	boolean raises(RingCandidate other) {
		return ORDER.compare(this, other) > 0;
	}

}
