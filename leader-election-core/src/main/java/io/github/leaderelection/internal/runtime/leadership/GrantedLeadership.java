package io.github.leaderelection.internal.runtime.leadership;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;

import io.github.leaderelection.LeaderSequenceNumber;
import io.github.leaderelection.LeaderWork;
import io.github.leaderelection.RevocationReason;
import io.github.leaderelection.internal.runtime.environment.NodeClock;
import io.github.leaderelection.internal.runtime.work.Admission;
import io.github.leaderelection.internal.runtime.work.AdmittedWork;
import io.github.leaderelection.internal.runtime.work.RunningWork;
import org.jspecify.annotations.Nullable;

/**
 * The part of a leadership that renewals keep: the token, whether it admits work, the
 * sequence, and whether its end was seen. Its running work is searched in the table of
 * all work, once admission is closed: a count would cost every call a write.
 */
public final class GrantedLeadership implements Admission {

	private static final AtomicIntegerFieldUpdater<GrantedLeadership> DRAINED = AtomicIntegerFieldUpdater
		.newUpdater(GrantedLeadership.class, "drained");

	private final String group;

	private final long fencingToken;

	private final NodeClock clock;

	private final AtomicReference<@Nullable PublishedLeadership> current;

	private final GroupEvents events;

	private final RunningWork running;

	/**
	 * The number of its works without a slot, so that a search need not go through them.
	 */
	private final AtomicInteger crowded = new AtomicInteger();

	private final AtomicLong sequence = new AtomicLong();

	private volatile long term;

	/**
	 * Why the leadership was first seen to have ended. A lease once reported as ended
	 * stays ended, even if the wall clock is set back or a renewal is on its way.
	 */
	private volatile @Nullable RevocationReason seenEnded;

	private volatile long endedNanos;

	/** Whether it was taken back; the thread that took it finds work admitted before. */
	private volatile boolean ended;

	/** Whether admission is closed; the drain awaits work admitted before. */
	private volatile boolean closed;

	/** Whether listeners still work on the drain. */
	private volatile boolean unheard;

	/** 1 once the group was told that no work runs any more. */
	private volatile int drained;

	public GrantedLeadership(String group, long fencingToken, long term, NodeClock clock,
			AtomicReference<@Nullable PublishedLeadership> current, GroupEvents events, RunningWork running) {
		this.group = group;
		this.fencingToken = fencingToken;
		this.term = term;
		this.clock = clock;
		this.current = current;
		this.events = events;
		this.running = running;
	}

	@Override
	public String group() {
		return this.group;
	}

	@Override
	public long term() {
		return this.term;
	}

	@Override
	public long fencingToken() {
		return this.fencingToken;
	}

	@Override
	public LeaderSequenceNumber nextSequence() {
		return new LeaderSequenceNumber(this.fencingToken, this.sequence.incrementAndGet());
	}

	@Override
	public boolean isValid() {
		PublishedLeadership grant = this.current.get();
		return grant != null && grant.leadership() == this && grant.valid();
	}

	@Override
	public boolean isDraining() {
		return this.closed;
	}

	@Override
	public Duration remaining() {
		PublishedLeadership grant = this.current.get();
		if (grant == null || grant.leadership() != this || !grant.valid()) {
			return Duration.ZERO;
		}
		return Duration.ofNanos(grant.lease().remainingNanos(this.clock.monotonicNanos()));
	}

	/** Admits work, unless the leadership is being given up or was taken back. */
	@Nullable LeaderWork beginWork(String name, long nowNanos) {
		if (this.closed) {
			return null;
		}
		AdmittedWork begun = new AdmittedWork(this, name, nowNanos);
		this.running.begun(begun);
		// Read only now: a thread that closes admission or takes the leadership back sets
		// its flag and then searches for work. So one of the two sees the other. If both
		// do, the work was awaited or reported as running on, and closing it corrects
		// that.
		if (this.closed || this.ended) {
			begun.close();
			return null;
		}
		return begun;
	}

	@Override
	public void workEnded(AdmittedWork ending, boolean outlived) {
		this.running.ended(ending);
		if (this.closed) {
			tellIfDrained();
		}
		if (outlived) {
			this.running.outlivedEnded(ending);
		}
	}

	/** Marks the leadership as taken back: from here on no work is admitted. */
	void end(long nowNanos) {
		this.endedNanos = nowNanos;
		this.ended = true;
	}

	@Override
	public long endedNanos() {
		return this.endedNanos;
	}

	/** Admits no more work; the drain awaits the listeners, too. */
	void drain() {
		this.unheard = true;
		stopAdmitting();
	}

	/** Records that all listeners are done with the drain. */
	void drainHeard() {
		this.unheard = false;
		tellIfDrained();
	}

	boolean isDrainUnheard() {
		return this.unheard;
	}

	void stopAdmitting() {
		this.closed = true;
		tellIfDrained();
	}

	/** Whether admission was closed, and nothing that was admitted runs any more. */
	boolean isDrained() {
		return this.drained == 1;
	}

	/**
	 * Reports the drain once. Each close of admission, each later end of work and the
	 * listeners' end check it: the last of them finds no work.
	 */
	private void tellIfDrained() {
		if (!this.unheard && !this.running.any(this) && DRAINED.compareAndSet(this, 0, 1)) {
			this.events.workDrained(this.fencingToken);
		}
	}

	@Override
	public AtomicInteger crowded() {
		return this.crowded;
	}

	NodeClock clock() {
		return this.clock;
	}

	GroupEvents events() {
		return this.events;
	}

	void raiseTerm(long newTerm) {
		this.term = newTerm;
	}

	@Nullable RevocationReason seenEnded() {
		return this.seenEnded;
	}

	void markEnded(RevocationReason reason) {
		if (this.seenEnded == null) {
			this.seenEnded = reason;
		}
	}

	@Override
	public String toString() {
		return "Leadership[group=" + this.group + ", term=" + this.term + ", fencingToken=" + this.fencingToken
				+ ", valid=" + isValid() + "]";
	}

}
