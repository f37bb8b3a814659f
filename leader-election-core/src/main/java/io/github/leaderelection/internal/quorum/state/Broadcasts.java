package io.github.leaderelection.internal.quorum.state;

import io.github.leaderelection.LeaderBroadcast;
import org.jspecify.annotations.Nullable;

/**
 * The newest that a leader said, as this node knows it. Immutable: no array in it is
 * written after it was made.
 *
 * @param newest what was said, null before anything was
 * @param acknowledged per other member whether it has it, for the leader that said it;
 * empty before anything was
 */
public record Broadcasts(@Nullable LeaderBroadcast newest, boolean[] acknowledged) implements StatePart {

	public static final Broadcasts NONE = new Broadcasts(null, new boolean[0]);

	public static Broadcasts of(LeaderBroadcast newest, int others) {
		return new Broadcasts(newest, new boolean[others]);
	}

	public Broadcasts acknowledgedBy(int member, boolean has) {
		if (this.newest == null || this.acknowledged[member] == has) {
			return this;
		}
		return new Broadcasts(this.newest, Slots.with(this.acknowledged, member, has));
	}

}
