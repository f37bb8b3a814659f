package io.github.leaderelection.internal.quorum.state;

import io.github.leaderelection.internal.protocol.Now;

/**
 * The heartbeats a leader sent within about a lease, by sequence: when, and whether
 * backed. An acknowledgement of one that is no longer here counts for nothing. At most
 * 1,024 are kept: where a lease lasts longer than so many heartbeats, an acknowledgement
 * that arrives after 1,024 newer ones were sent is lost.
 *
 * @param sequences per slot the sequence, -1 for none
 * @param nanos per slot the monotonic clock when it was sent
 * @param wallMillis per slot the wall clock when it was sent
 * @param backed per slot whether it was sent as backed
 */
public record SentBeats(long[] sequences, long[] nanos, long[] wallMillis, boolean[] backed) {

	private static final int MAX_KEPT = 1024;

	public static SentBeats none(Timing timing) {
		return empty(kept(timing, timing.heartbeatNanos()));
	}

	public static SentBeats empty(int kept) {
		return new SentBeats(Slots.all(kept, -1), new long[kept], new long[kept], new boolean[kept]);
	}

	private static int kept(Timing timing, long intervalNanos) {
		return (int) Math.min(MAX_KEPT, timing.leaseNanos() / intervalNanos + 2);
	}

	/**
	 * Makes room for a lease of heartbeats at a pace. The room stays where the pace
	 * slows.
	 * @param intervalNanos until the next heartbeat
	 */
	public SentBeats atPace(Timing timing, long intervalNanos) {
		int kept = kept(timing, intervalNanos);
		if (kept <= this.sequences.length) {
			return this;
		}
		SentBeats wider = empty(kept);
		for (int i = 0; i < this.sequences.length; i++) {
			if (this.sequences[i] >= 0) {
				wider.put(this.sequences[i], this.nanos[i], this.wallMillis[i], this.backed[i]);
			}
		}
		return wider;
	}

	public SentBeats sent(long sequence, Now now, boolean withQuorum) {
		SentBeats next = new SentBeats(this.sequences.clone(), this.nanos.clone(), this.wallMillis.clone(),
				this.backed.clone());
		next.put(sequence, now.monotonicNanos(), now.wallMillis(), withQuorum);
		return next;
	}

	public void put(long sequence, long sentNanos, long sentWallMillis, boolean withQuorum) {
		int slot = slot(sequence);
		this.sequences[slot] = sequence;
		this.nanos[slot] = sentNanos;
		this.wallMillis[slot] = sentWallMillis;
		this.backed[slot] = withQuorum;
	}

	public boolean knows(long sequence) {
		return sequence >= 0 && this.sequences[slot(sequence)] == sequence;
	}

	public boolean backed(long sequence) {
		return this.backed[slot(sequence)];
	}

	public long nanos(long sequence) {
		return this.nanos[slot(sequence)];
	}

	public long wallMillis(long sequence) {
		return this.wallMillis[slot(sequence)];
	}

	private int slot(long sequence) {
		return (int) (sequence % this.sequences.length);
	}

}
