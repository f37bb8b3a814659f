package io.github.leaderelection.internal.quorum.state;

import java.util.Arrays;

import io.github.leaderelection.NodeId;
import org.jspecify.annotations.Nullable;

/**
 * What a node judges the terms of others by, beside its own ballot.
 *
 * @param named per member the term it named to the newest question it answered, -1 for
 * none
 * @param floor the highest floor a member named, or term of a leader that could not be
 * saved: proposals go above it
 * @param leaderlessSinceNanos since when this node knows no leader, {@link Timing#NONE}
 * while it knows one
 * @param askedNanos when all were last asked because of a doubt, {@link Timing#NONE} for
 * never
 * @param doubt the newest doubt, null before the first
 */
public record TermEvidence(long[] named, long floor, long leaderlessSinceNanos, long askedNanos,
		@Nullable Doubt doubt) implements StatePart {

	/**
	 * A term that was not believed.
	 *
	 * @param member who named it, or did not believe it
	 * @param own whether it is the term that this node would propose
	 */
	public record Doubt(NodeId member, long term, boolean own, long nanos) {
	}

	public static TermEvidence none(int others, long nanos) {
		return new TermEvidence(Slots.all(others, -1), 0, nanos, Timing.NONE, null);
	}

	public TermEvidence naming(int member, long term) {
		return new TermEvidence(Slots.with(this.named, member, term), this.floor, this.leaderlessSinceNanos,
				this.askedNanos, this.doubt);
	}

	public TermEvidence above(long term) {
		return new TermEvidence(this.named, Math.max(term, this.floor), this.leaderlessSinceNanos, this.askedNanos,
				this.doubt);
	}

	public TermEvidence leaderlessSince(long nanos) {
		return new TermEvidence(this.named, this.floor, nanos, this.askedNanos, this.doubt);
	}

	public TermEvidence doubting(Doubt newest, long asked) {
		return new TermEvidence(this.named, this.floor, this.leaderlessSinceNanos, asked, newest);
	}

	/**
	 * The highest term that so many members reach, this node among them.
	 * @param own the highest term that this node holds
	 * @return the term, -1 where fewer have named any
	 */
	public long reachedBy(long own, int members) {
		long[] all = Arrays.copyOf(this.named, this.named.length + 1);
		all[this.named.length] = own;
		Arrays.sort(all);
		return all[all.length - members];
	}

}
