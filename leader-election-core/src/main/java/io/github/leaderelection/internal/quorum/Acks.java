package io.github.leaderelection.internal.quorum;

import java.util.Arrays;

import io.github.leaderelection.internal.quorum.state.Config;
import io.github.leaderelection.internal.quorum.state.Slots;
import io.github.leaderelection.internal.quorum.state.Timing;

/**
 * What the members answered to a leader.
 *
 * @param sentNanos per member the SEND time of the newest message it promised on: of a
 * backed heartbeat it acknowledged, or of the proposal it voted for; {@link Timing#NONE}
 * for none
 * @param sentWallMillis per member the wall clock at that moment
 * @param leaseNanos per member the lease it named then, this node's own before
 * @param arrivedNanos per member when its newest answer ARRIVED: this steers, it proves
 * nothing
 */
public record Acks(long[] sentNanos, long[] sentWallMillis, long[] leaseNanos, long[] arrivedNanos) {

	public static Acks none(Config config) {
		int others = config.others().size();
		long[] never = Slots.all(others, Timing.NONE);
		return new Acks(never, new long[others], Slots.all(others, config.timing().leaseNanos()), never);
	}

	/** Counts a promise from the time the message it answers was sent. */
	public Acks promised(int member, long sent, long sentWall, long lease) {
		long known = this.sentNanos[member];
		if (known != Timing.NONE && sent - known <= 0) {
			return this;
		}
		return new Acks(Slots.with(this.sentNanos, member, sent), Slots.with(this.sentWallMillis, member, sentWall),
				Slots.with(this.leaseNanos, member, lease), this.arrivedNanos);
	}

	/**
	 * Counts the votes of a won proposal as promises given when it was first sent.
	 */
	public Acks voted(Proposal won, long nanos) {
		Acks acks = this;
		for (int i = 0; i < won.answers().length; i++) {
			if (won.answers()[i] == Proposal.Vote.GRANTED) {
				acks = acks.promised(i, won.firstSentNanos(), won.firstSentWallMillis(), won.leaseNanos()[i])
					.arrived(i, nanos);
			}
		}
		return acks;
	}

	public Acks arrived(int member, long nanos) {
		return new Acks(this.sentNanos, this.sentWallMillis, this.leaseNanos,
				Slots.with(this.arrivedNanos, member, nanos));
	}

	/**
	 * Moves arrivals by a pause of this node.
	 */
	public Acks excusing(long late, long nanos) {
		long[] shifted = this.arrivedNanos.clone();
		for (int i = 0; i < shifted.length; i++) {
			if (shifted[i] != Timing.NONE) {
				shifted[i] = (shifted[i] + late - nanos < 0) ? shifted[i] + late : nanos;
			}
		}
		return new Acks(this.sentNanos, this.sentWallMillis, this.leaseNanos, shifted);
	}

	/**
	 * Whether an answer of a member arrived within a time.
	 */
	boolean heardWithin(int member, long time, long nanos) {
		long arrived = this.arrivedNanos[member];
		return arrived != Timing.NONE && nanos - arrived < time;
	}

	/**
	 * The member whose promise is the last one needed.
	 * @param needed how many other members are needed, at least 1
	 * @return its position, -1 while too few promised
	 */
	public int last(int needed, long nanos) {
		long[] ages = new long[this.sentNanos.length];
		int known = 0;
		for (long sent : this.sentNanos) {
			if (sent != Timing.NONE) {
				ages[known++] = nanos - sent;
			}
		}
		if (known < needed) {
			return -1;
		}
		Arrays.sort(ages, 0, known);
		long base = nanos - ages[needed - 1];
		int member = 0;
		while (this.sentNanos[member] != base) {
			member++;
		}
		return member;
	}

	/**
	 * For how long the promises count that are no older than the last one needed. All
	 * newer ones count, and as many of its age as complete the quorum, the longest first.
	 */
	public long counted(int last, int needed, Config config) {
		long base = this.sentNanos[last];
		long counted = config.timing().leaseNanos();
		int newer = 0;
		long[] alike = new long[this.sentNanos.length];
		int same = 0;
		for (int i = 0; i < this.sentNanos.length; i++) {
			long age = (this.sentNanos[i] != Timing.NONE) ? base - this.sentNanos[i] : 1;
			if (age < 0) {
				counted = Math.min(counted, config.counted(this.leaseNanos[i]));
				newer++;
			}
			else if (age == 0) {
				alike[same++] = config.counted(this.leaseNanos[i]);
			}
		}
		Arrays.sort(alike, 0, same);
		return Math.min(counted, alike[same - (needed - newer)]);
	}

	/**
	 * The shortest lease that a member with a promise named, this node's own included.
	 */
	public long shortestLease(long own) {
		long shortest = own;
		for (int i = 0; i < this.sentNanos.length; i++) {
			if (this.sentNanos[i] != Timing.NONE) {
				shortest = Math.min(shortest, this.leaseNanos[i]);
			}
		}
		return shortest;
	}

	/**
	 * Whether a member with a promise named another lease.
	 */
	public boolean leasesDiffer(long own) {
		for (int i = 0; i < this.sentNanos.length; i++) {
			if (this.sentNanos[i] != Timing.NONE && this.leaseNanos[i] != own) {
				return true;
			}
		}
		return false;
	}

}
