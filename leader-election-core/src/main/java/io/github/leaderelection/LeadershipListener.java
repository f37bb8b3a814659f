package io.github.leaderelection;

import org.jspecify.annotations.Nullable;

/**
 * Hears of changes in one group, in order, one call at a time, on a thread that is
 * neither the election's nor the application's. State changes before it is heard: inside
 * {@link #onGranted} the elector already answers that this node leads, unless leadership
 * was lost again meanwhile. A listener that blocks delays only the listeners of its node;
 * one that throws is logged and delays nobody.
 */
public interface LeadershipListener {

	/**
	 * This node was granted leadership.
	 * @param leadership the leadership
	 */
	default void onGranted(Leadership leadership) {
	}

	/**
	 * The leadership ended: called exactly once for each leadership, after its
	 * {@link #onGranted(Leadership)}.
	 * @param leadership the leadership that ended
	 * @param reason why
	 */
	default void onRevoked(Leadership leadership, RevocationReason reason) {
	}

	/**
	 * The known leader changed.
	 * @param leader the leader now known, or null when none is
	 */
	default void onLeaderChanged(@Nullable LeaderInfo leader) {
	}

	/**
	 * A leader, perhaps this node, said something to all that follow it. Only the newest
	 * is told, so some may be skipped; never one that is older than the last.
	 * @param broadcast what was said
	 */
	default void onBroadcast(LeaderBroadcast broadcast) {
	}

	/**
	 * Another member is in another state: seen or heard (again), missed by this node, or
	 * missed by a quorum. Where members join and are removed it is up once it joined and
	 * down once it is removed.
	 * @param member the member
	 * @param state its state
	 */
	default void onMemberChanged(NodeId member, MemberState state) {
	}

	/**
	 * The same, with how many members miss one that is down. Calls
	 * {@link #onMemberChanged(NodeId, MemberState)} unless overridden.
	 * @param member the member
	 * @param state its state
	 * @param observers how many members miss it by the verdict of a quorum, 0 where there
	 * is none
	 */
	default void onMemberChanged(NodeId member, MemberState state, int observers) {
		onMemberChanged(member, state);
	}

}
