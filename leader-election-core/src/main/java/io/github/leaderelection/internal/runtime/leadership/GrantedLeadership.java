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
 * What stays the same of one leadership while its lease is renewed: the token, whether it
 * admits work, the sequence, and whether anybody has seen it end. What of its work runs
 * is looked for where all work is seen, and only once admission is closed: a count would
 * be written by every call.
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
	 * How much of its work found no slot: who looks for work need not look through it.
	 */
	private final AtomicInteger crowded = new AtomicInteger();

	private final AtomicLong sequence = new AtomicLong();

	private volatile long term;

	/**
	 * Why the leadership was first seen to have ended. Once anybody was told that the
	 * lease is over it stays over, though a wall clock may be set back and a renewal be
	 * on its way.
	 */
	private volatile @Nullable RevocationReason seenEnded;

	private volatile long endedNanos;

	/** Whether it was taken back; what is admitted before is found by who took it. */
	private volatile boolean ended;

	/** Whether admission is closed; what is admitted before is waited for. */
	private volatile boolean closed;

	/** Whether listeners are not done with the drain. */
	private volatile boolean unheard;

	/** 1 once it was told that nothing runs any more. */
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

	/** Admits work, unless it is being given up or was taken back. */
	@Nullable LeaderWork beginWork(String name, long nowNanos) {
		if (this.closed) {
			return null;
		}
		AdmittedWork begun = new AdmittedWork(this, name, nowNanos);
		this.running.begun(begun);
		// Looked at only now: who closes admission or takes the leadership back marks it
		// first
		// and looks for work then, so one of the two sees the other. If both do, the work
		// was waited for, or told of as work that runs on, and closing it says that it
		// does not.
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

	/** It was taken back: from here on nothing is admitted. */
	void end(long nowNanos) {
		this.endedNanos = nowNanos;
		this.ended = true;
	}

	@Override
	public long endedNanos() {
		return this.endedNanos;
	}

	/** Admits no more work, and awaits the listeners, too. */
	void drain() {
		this.unheard = true;
		stopAdmitting();
	}

	/** All listeners are done with the drain. */
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
	 * All who close admission, all whose work ends after that, and the listeners look:
	 * the last of them finds nothing, and one tells.
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
