package io.github.leaderelection.quorum;

import java.util.Arrays;

import io.github.leaderelection.protocol.Now;

/**
 * The heartbeats a leader sent within about a lease, by sequence: when, and whether
 * backed. An acknowledgement of one that is no longer here counts for nothing.
 *
 * @param sequences per slot the sequence, -1 for none
 * @param nanos per slot the monotonic clock when it was sent
 * @param wallMillis per slot the wall clock when it was sent
 * @param backed per slot whether it was sent as backed
 */
record SentBeats(long[] sequences, long[] nanos, long[] wallMillis, boolean[] backed) {

	private static final int MAX_KEPT = 1024;

	static SentBeats none(Timing timing) {
		int kept = (int) Math.min(MAX_KEPT, timing.leaseNanos() / timing.heartbeatNanos() + 2);
		long[] sequences = new long[kept];
		Arrays.fill(sequences, -1);
		return new SentBeats(sequences, new long[kept], new long[kept], new boolean[kept]);
	}

	SentBeats sent(long sequence, Now now, boolean withQuorum) {
		SentBeats next = new SentBeats(this.sequences.clone(), this.nanos.clone(), this.wallMillis.clone(),
				this.backed.clone());
		int slot = slot(sequence);
		next.sequences[slot] = sequence;
		next.nanos[slot] = now.monotonicNanos();
		next.wallMillis[slot] = now.wallMillis();
		next.backed[slot] = withQuorum;
		return next;
	}

	boolean knows(long sequence) {
		return sequence >= 0 && this.sequences[slot(sequence)] == sequence;
	}

	boolean backed(long sequence) {
		return this.backed[slot(sequence)];
	}

	long nanos(long sequence) {
		return this.nanos[slot(sequence)];
	}

	long wallMillis(long sequence) {
		return this.wallMillis[slot(sequence)];
	}

	private int slot(long sequence) {
		return (int) (sequence % this.sequences.length);
	}

}
