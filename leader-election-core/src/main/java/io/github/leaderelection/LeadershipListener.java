package io.github.leaderelection;

import org.jspecify.annotations.Nullable;

/**
 * Hears of changes in one group, in order and one call at a time. The calling thread
 * belongs neither to the election nor to the application. Changes take effect before
 * listeners hear of them. Inside {@link #onGranted} the elector already answers that this
 * node leads, unless leadership was lost meanwhile. A blocking listener delays the other
 * listeners of its node, and a graceful end of leadership for at most the drain time. The
 * exception of a failed listener is logged and does not delay the others.
 * <p>
 * What a listener starts in {@link #onGranted} it stops in {@link #onDraining}, which is
 * awaited, and in {@link #onRevoked} for a leadership that ends without a drain. A
 * listener must not wait for the end of its own leadership, as by the result of
 * {@link LeaderElector#resign()}.
 */
public interface LeadershipListener {

	/**
	 * This node became leader.
	 * @param leadership the leadership
	 */
	default void onGranted(Leadership leadership) {
	}

	/**
	 * This node is giving up its leadership: it admits no more work and waits for the
	 * work that runs. It hands on leadership only when this method of every listener has
	 * returned, or the drain time is over. Called at most once for each leadership,
	 * before its {@link #onRevoked(Leadership, RevocationReason)}. Not called for a
	 * leadership that ends without waiting.
	 * @param leadership the leadership
	 */
	default void onDraining(Leadership leadership) {
	}

	/**
	 * A leadership of this node ended. Called exactly once for each leadership, after its
	 * {@link #onGranted(Leadership)}.
	 * @param leadership the ended leadership
	 * @param reason why
	 */
	default void onRevoked(Leadership leadership, RevocationReason reason) {
	}

	/**
	 * The known leader changed.
	 * @param leader the present leader, or null if none is known
	 */
	default void onLeaderChanged(@Nullable LeaderInfo leader) {
	}

	/**
	 * A leader, possibly this node, sent a text to its followers. Only the newest one is
	 * reported, so some may be skipped. It is never older than the previous one.
	 * @param broadcast the text
	 */
	default void onBroadcast(LeaderBroadcast broadcast) {
	}

	/**
	 * The state of another member has changed. It is heard again, or this node or a
	 * quorum misses it. In elections where members join and are removed, it is up when it
	 * joins and down when it is removed.
	 * @param member the member
	 * @param state its new state
	 */
	default void onMemberChanged(NodeId member, MemberState state) {
	}

	/**
	 * The state of another member has changed, with the number of its observers. Calls
	 * {@link #onMemberChanged(NodeId, MemberState)} by default.
	 * @param member the member
	 * @param state its new state
	 * @param observers the number of members that miss it by the verdict of a quorum; 0
	 * without a verdict
	 */
	default void onMemberChanged(NodeId member, MemberState state, int observers) {
		onMemberChanged(member, state);
	}

}
