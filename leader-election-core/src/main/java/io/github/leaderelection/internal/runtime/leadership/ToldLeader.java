package io.github.leaderelection.internal.runtime.leadership;

import io.github.leaderelection.LeaderInfo;
import org.jspecify.annotations.Nullable;

/**
 * The leader as listeners have been or are being notified; immutable.
 *
 * @param leader the known leader, or null
 * @param leaderlessSinceNanos the monotonic clock since when none is known; means nothing
 * while one is
 */
public record ToldLeader(@Nullable LeaderInfo leader, long leaderlessSinceNanos, LeadershipHistory history) {

	public boolean names(LeaderInfo other) {
		LeaderInfo known = this.leader;
		return known != null && known.id().equals(other.id())
				&& (known.fencingToken() == other.fencingToken() || isHearsay(known) || isHearsay(other));
	}

	/** Whether a leader is known only through other members, without its token. */
	private static boolean isHearsay(LeaderInfo leader) {
		return leader.fencingToken() == 0;
	}

}
