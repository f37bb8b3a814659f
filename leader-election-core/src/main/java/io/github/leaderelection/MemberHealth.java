package io.github.leaderelection;

import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * What is behind the state of a member: what this node believes by itself, and what a
 * quorum does.
 *
 * @param suspected whether this node itself misses it: no link, or nothing heard for too
 * long
 * @param observers how many members miss it by the verdict that a quorum shares, 0 where
 * there is none
 * @param suspectedBy those of whom this node knows that they miss it, itself among them,
 * in the order of their ids; the leader knows of all
 * @param phi how sure this node is that it is gone, as a negative power of ten of the
 * likelihood to be wrong; null where the failure detector or the silence tells nothing
 */
public record MemberHealth(boolean suspected, int observers, List<NodeId> suspectedBy, @Nullable Double phi) {

	/** Nothing is known. */
	public static final MemberHealth UNKNOWN = new MemberHealth(false, 0, List.of(), null);

	/**
	 * Copies the list.
	 */
	public MemberHealth {
		suspectedBy = List.copyOf(suspectedBy);
	}

}
