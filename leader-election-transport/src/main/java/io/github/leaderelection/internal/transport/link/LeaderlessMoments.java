package io.github.leaderelection.internal.transport.link;

import java.util.HashMap;
import java.util.Map;

import io.github.leaderelection.internal.view.GroupView;
import org.jspecify.annotations.Nullable;

/**
 * Keeps observers from hearing that there is no leader where the next one follows at
 * once, as after a hand-over. Has no clock; used under a lock.
 */
final class LeaderlessMoments {

	/** A hand-over is done by then. */
	static final long MILLIS = 50;

	private static final long NANOS = MILLIS * 1_000_000;

	/** Since when a group whose leader is still shown has none. */
	private final Map<String, Long> sinceNanos = new HashMap<>();

	/**
	 * Whether a view is not to be shown yet.
	 * @param shown what is shown of the group, null if nothing is
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
