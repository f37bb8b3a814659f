package io.github.leaderelection.internal.runtime.grant;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

import io.github.leaderelection.ElectionStatus.Reign;
import io.github.leaderelection.LeaderInfo;
import io.github.leaderelection.RevocationReason;
import io.github.leaderelection.internal.protocol.Now;
import org.jspecify.annotations.Nullable;

/**
 * Recent reigns as this node saw them, newest last; immutable.
 *
 * @param reigns at most {@link #LIMIT}
 * @param newestNanos the monotonic clock when the newest began
 */
public record ReignHistory(List<Reign> reigns, long newestNanos) {

	public static final int LIMIT = 32;

	static final ReignHistory EMPTY = new ReignHistory(List.of(), 0);

	public ReignHistory begin(LeaderInfo leader, Now now) {
		List<Reign> ended = new ArrayList<>(end(now, null).reigns);
		ended.add(new Reign(leader.id(), leader.term(), Instant.ofEpochMilli(now.wallMillis()), null, null,
				Duration.ZERO));
		int from = Math.max(0, ended.size() - LIMIT);
		return new ReignHistory(List.copyOf(ended.subList(from, ended.size())), now.monotonicNanos());
	}

	/** Ends the newest reign if it lasts. */
	public ReignHistory end(Now now, @Nullable RevocationReason reason) {
		return withNewest(now, Instant.ofEpochMilli(now.wallMillis()), reason);
	}

	/** With the newest reign as long as it lasts by now. */
	public ReignHistory until(Now now) {
		return withNewest(now, null, null);
	}

	/** Without the newest reign. */
	public ReignHistory withoutNewest() {
		return this.reigns.isEmpty() ? this
				: new ReignHistory(this.reigns.subList(0, this.reigns.size() - 1), this.newestNanos);
	}

	private ReignHistory withNewest(Now now, @Nullable Instant until, @Nullable RevocationReason reason) {
		if (this.reigns.isEmpty()) {
			return this;
		}
		int newest = this.reigns.size() - 1;
		Reign reign = this.reigns.get(newest);
		if (reign.until() != null) {
			return this;
		}
		Duration lasted = Duration.ofNanos(Math.max(0, now.monotonicNanos() - this.newestNanos));
		List<Reign> changed = new ArrayList<>(this.reigns);
		changed.set(newest, new Reign(reign.leader(), reign.term(), reign.from(), until, reason, lasted));
		return new ReignHistory(List.copyOf(changed), this.newestNanos);
	}

}
