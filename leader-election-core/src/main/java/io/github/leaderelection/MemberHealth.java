package io.github.leaderelection;

import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * The reasons for the state of a member: what this node observes, and what a quorum does.
 *
 * @param suspected whether this node itself misses it: it is not linked, or silent for
 * too long
 * @param observers the number of members that miss it by the verdict of a quorum; 0
 * without a verdict
 * @param suspectedBy the members known to miss it, possibly this node, in the order of
 * their ids; the leader knows them all
 * @param phi the suspicion level: the probability of an error is ten to the power of
 * minus phi; null if the failure detector has no level
 */
public record MemberHealth(boolean suspected, int observers, List<NodeId> suspectedBy, @Nullable Double phi) {

	/** The health of an unknown member. */
	public static final MemberHealth UNKNOWN = new MemberHealth(false, 0, List.of(), null);

	/**
	 * Creates the health of a member.
	 */
	public MemberHealth {
		suspectedBy = List.copyOf(suspectedBy);
	}

}
