package io.github.leaderelection.internal.runtime.leadership;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

import io.github.leaderelection.ElectionStatus.LeadershipPeriod;
import io.github.leaderelection.LeaderInfo;
import io.github.leaderelection.RevocationReason;
import io.github.leaderelection.internal.protocol.Now;
import org.jspecify.annotations.Nullable;

/**
 * Recent periods of leadership as this node saw them, newest last; immutable.
 *
 * @param periods at most {@link #LIMIT}
 * @param newestNanos the monotonic clock when the newest began
 */
public record LeadershipHistory(List<LeadershipPeriod> periods, long newestNanos) {

	public static final int LIMIT = 32;

	static final LeadershipHistory EMPTY = new LeadershipHistory(List.of(), 0);

	/**
	 * Begins a leadership, and ends the newest one if it lasts.
	 * @param silence of the leader that ends, null if it gave leadership up in order
	 */
	public LeadershipHistory begin(LeaderInfo leader, Now now, @Nullable Duration silence) {
		List<LeadershipPeriod> ended = new ArrayList<>(end(now, null, silence).periods);
		ended.add(new LeadershipPeriod(leader.id(), leader.term(), Instant.ofEpochMilli(now.wallMillis()), null, null,
				Duration.ZERO, null));
		int from = Math.max(0, ended.size() - LIMIT);
		return new LeadershipHistory(List.copyOf(ended.subList(from, ended.size())), now.monotonicNanos());
	}

	/** Ends the newest leadership if it lasts. */
	public LeadershipHistory end(Now now, @Nullable RevocationReason reason, @Nullable Duration silence) {
		return withNewest(now, Instant.ofEpochMilli(now.wallMillis()), reason, silence);
	}

	/** Returns the history with the newest leadership's duration until now. */
	public LeadershipHistory until(Now now) {
		return withNewest(now, null, null, null);
	}

	/** Returns the history without the newest leadership. */
	public LeadershipHistory withoutNewest() {
		return this.periods.isEmpty() ? this
				: new LeadershipHistory(this.periods.subList(0, this.periods.size() - 1), this.newestNanos);
	}

	private LeadershipHistory withNewest(Now now, @Nullable Instant until, @Nullable RevocationReason reason,
			@Nullable Duration silence) {
		if (this.periods.isEmpty()) {
			return this;
		}
		int newest = this.periods.size() - 1;
		LeadershipPeriod reign = this.periods.get(newest);
		if (reign.until() != null) {
			return this;
		}
		Duration lasted = Duration.ofNanos(Math.max(0, now.monotonicNanos() - this.newestNanos));
		List<LeadershipPeriod> changed = new ArrayList<>(this.periods);
		changed.set(newest,
				new LeadershipPeriod(reign.leader(), reign.term(), reign.from(), until, reason, lasted, silence));
		return new LeadershipHistory(List.copyOf(changed), this.newestNanos);
	}

}
