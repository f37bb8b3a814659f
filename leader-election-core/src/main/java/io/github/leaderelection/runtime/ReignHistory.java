package io.github.leaderelection.runtime;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

import io.github.leaderelection.ElectionStatus.Reign;
import io.github.leaderelection.LeaderInfo;
import io.github.leaderelection.RevocationReason;
import org.jspecify.annotations.Nullable;

/**
 * Recent reigns as this node saw them, newest last; immutable.
 *
 * @param reigns at most {@link #LIMIT}
 */
record ReignHistory(List<Reign> reigns) {

	static final int LIMIT = 32;

	static final ReignHistory EMPTY = new ReignHistory(List.of());

	ReignHistory begin(LeaderInfo leader, long wallMillis) {
		List<Reign> ended = new ArrayList<>(end(wallMillis, null).reigns);
		ended.add(new Reign(leader.id(), leader.term(), Instant.ofEpochMilli(wallMillis), null, null));
		int from = Math.max(0, ended.size() - LIMIT);
		return new ReignHistory(List.copyOf(ended.subList(from, ended.size())));
	}

	/** Ends the newest reign if it lasts. */
	ReignHistory end(long wallMillis, @Nullable RevocationReason reason) {
		if (this.reigns.isEmpty()) {
			return this;
		}
		int newest = this.reigns.size() - 1;
		Reign reign = this.reigns.get(newest);
		if (reign.until() != null) {
			return this;
		}
		List<Reign> ended = new ArrayList<>(this.reigns);
		ended.set(newest,
				new Reign(reign.leader(), reign.term(), reign.from(), Instant.ofEpochMilli(wallMillis), reason));
		return new ReignHistory(List.copyOf(ended));
	}

}
