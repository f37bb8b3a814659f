package io.github.leaderelection.quorum;

import java.util.Arrays;

/**
 * What a leader's members answered.
 *
 * @param sentNanos per member the SEND time of the newest message it promised on: of a
 * backed heartbeat it acknowledged, or of the proposal it voted for; {@link Turn#NONE}
 * for none
 * @param sentWallMillis per member the wall clock at that moment
 * @param arrivedNanos per member when its newest answer ARRIVED: this steers, it proves
 * nothing
 */
record Backing(long[] sentNanos, long[] sentWallMillis, long[] arrivedNanos) {

	static Backing none(int others) {
		long[] never = new long[others];
		Arrays.fill(never, Turn.NONE);
		return new Backing(never, new long[others], never);
	}

	/**
	 * Counts a promise from the time the message it answers was sent.
	 */
	Backing promised(int member, long sent, long sentWall) {
		long known = this.sentNanos[member];
		if (known != Turn.NONE && sent - known <= 0) {
			return this;
		}
		long[] nanos = this.sentNanos.clone();
		long[] wall = this.sentWallMillis.clone();
		nanos[member] = sent;
		wall[member] = sentWall;
		return new Backing(nanos, wall, this.arrivedNanos);
	}

	/**
	 * Counts the votes of a won proposal as promises given when it was first sent.
	 */
	Backing voted(Candidacy won, long nanos) {
		Backing backing = this;
		for (int i = 0; i < won.answers().length; i++) {
			if (won.answers()[i] == Candidacy.Vote.GRANTED) {
				backing = backing.promised(i, won.firstSentNanos(), won.firstSentWallMillis()).arrived(i, nanos);
			}
		}
		return backing;
	}

	Backing arrived(int member, long nanos) {
		long[] arrivals = this.arrivedNanos.clone();
		arrivals[member] = nanos;
		return new Backing(this.sentNanos, this.sentWallMillis, arrivals);
	}

	/**
	 * Moves arrivals by a time in which this node itself stood still.
	 */
	Backing excusing(long late, long nanos) {
		long[] shifted = this.arrivedNanos.clone();
		for (int i = 0; i < shifted.length; i++) {
			if (shifted[i] != Turn.NONE) {
				shifted[i] = (shifted[i] + late - nanos < 0) ? shifted[i] + late : nanos;
			}
		}
		return new Backing(this.sentNanos, this.sentWallMillis, shifted);
	}

	/**
	 * How many members answered within a time, this node included.
	 */
	int heardWithin(long time, long nanos) {
		int heard = 1;
		for (long arrived : this.arrivedNanos) {
			heard += (arrived != Turn.NONE && nanos - arrived < time) ? 1 : 0;
		}
		return heard;
	}

	/**
	 * The member whose promise is the last one needed.
	 * @param needed how many other members are needed, at least 1
	 * @param nanos the clock now
	 * @return its position, -1 while too few promised
	 */
	int last(int needed, long nanos) {
		long[] ages = new long[this.sentNanos.length];
		int known = 0;
		for (long sent : this.sentNanos) {
			if (sent != Turn.NONE) {
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

}
