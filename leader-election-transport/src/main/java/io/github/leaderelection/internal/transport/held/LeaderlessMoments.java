package io.github.leaderelection.internal.transport.held;

import java.util.HashMap;
import java.util.Map;

import io.github.leaderelection.internal.view.GroupView;
import org.jspecify.annotations.Nullable;

/**
 * Holds back views without a leader for a moment. So observers do not see the short gap
 * between two leaders, as at a hand-over. Has no clock; used under a lock.
 */
final class LeaderlessMoments {

	/** The time within which a hand-over is complete. */
	static final long MILLIS = 50;

	private static final long NANOS = MILLIS * 1_000_000;

	/** The time since which a group has no leader though observers still see one. */
	private final Map<String, Long> sinceNanos = new HashMap<>();

	/**
	 * Whether a view must be held back for now.
	 * @param shown the view of the group that observers see, null if none
	 */
	boolean holdBack(@Nullable GroupView shown, GroupView now, long nanos) {
		if (shown == null || shown.leader() == null || now.leader() != null) {
			this.sinceNanos.remove(now.group());
			return false;
		}
		Long since = this.sinceNanos.putIfAbsent(now.group(), nanos);
		return since == null || nanos - since < NANOS;
	}

}
