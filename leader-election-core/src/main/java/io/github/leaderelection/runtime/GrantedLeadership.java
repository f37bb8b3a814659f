package io.github.leaderelection.runtime;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;

import io.github.leaderelection.LeaderSequenceNumber;
import io.github.leaderelection.LeaderWork;
import io.github.leaderelection.Leadership;
import io.github.leaderelection.RevocationReason;
import org.jspecify.annotations.Nullable;

/**
 * What stays the same of one grant while its lease is renewed: the token, the count of
 * work, the sequence, and whether anybody has seen it end.
 */
final class GrantedLeadership implements Leadership {

	private final String group;

	private final long fencingToken;

	private final NodeClock clock;

	private final AtomicReference<@Nullable PublishedGrant> current;

	private final GroupEvents events;

	private final RunningWork running;

	private final WorkCounter work = new WorkCounter();

	private final AtomicLong sequence = new AtomicLong();

	private volatile long term;

	/**
	 * Why the grant was first seen to have ended. Once anybody was told that the lease is
	 * over it stays over, though a wall clock may be set back and a renewal be on its
	 * way.
	 */
	private volatile @Nullable RevocationReason seenEnded;

	private volatile long endedNanos;

	/** Whether it was taken back; what is admitted before is found by who took it. */
	private volatile boolean ended;

	GrantedLeadership(String group, long fencingToken, long term, NodeClock clock,
			AtomicReference<@Nullable PublishedGrant> current, GroupEvents events, RunningWork running) {
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
		PublishedGrant grant = this.current.get();
		return grant != null && grant.leadership() == this && grant.valid();
	}

	@Override
	public boolean isDraining() {
		return this.work.isClosed();
	}

	@Override
	public Duration remaining() {
		PublishedGrant grant = this.current.get();
		if (grant == null || grant.leadership() != this || !grant.valid()) {
			return Duration.ZERO;
		}
		return Duration.ofNanos(grant.lease().remainingNanos(this.clock.monotonicNanos()));
	}

	/** Admits work, unless it is being given up or was taken back. */
	@Nullable LeaderWork beginWork(String name, long nowNanos) {
		if (!this.work.tryBegin()) {
			return null;
		}
		AdmittedWork begun = new AdmittedWork(this, name, nowNanos);
		this.running.begun(begun);
		// Looked at only now: who takes the grant back marks it first and looks for work
		// then, so one of the two sees the other. If both do, it was told of as work that
		// runs on, and closing it says that it does not.
		if (this.ended) {
			begun.close();
			return null;
		}
		return begun;
	}

	void workEnded(AdmittedWork ending, boolean outlived) {
		leave(ending);
		if (outlived) {
			this.running.outlivedEnded(ending);
		}
	}

	private void leave(AdmittedWork ending) {
		this.running.ended(ending);
		if (this.work.end()) {
			this.events.workDrained(this.fencingToken);
		}
	}

	/** It was taken back: from here on nothing is admitted. */
	void end(long nowNanos) {
		this.endedNanos = nowNanos;
		this.ended = true;
	}

	/** The monotonic clock when it was taken back. */
	long endedNanos() {
		return this.endedNanos;
	}

	void stopAdmitting() {
		if (this.work.close()) {
			this.events.workDrained(this.fencingToken);
		}
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
