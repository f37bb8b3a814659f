package io.github.leaderelection.internal.assignment.runtime;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

import io.github.leaderelection.LeaderSequenceNumber;
import io.github.leaderelection.assignments.OwnershipEnd;
import io.github.leaderelection.internal.assignment.protocol.Partition;
import org.jspecify.annotations.Nullable;

/**
 * An ownership from its beginning to its end, with the work that runs under it. For any
 * thread.
 */
public final class Ownership {

	private final Partition partition;

	private final LeaderSequenceNumber token;

	private final OwnershipPublisher publisher;

	private final AtomicReference<@Nullable OwnershipEnd> end = new AtomicReference<>();

	/** Completed once it drains or has ended. */
	private final CompletableFuture<Void> revoked = new CompletableFuture<>();

	private final AtomicInteger running = new AtomicInteger();

	/** Whether all listeners have taken the beginning. */
	private volatile boolean accepted;

	/** Whether all listeners have taken the drain. */
	private volatile boolean drainHeard;

	private volatile boolean draining;

	/** Held while the listener is told. */
	private final ReentrantLock telling = new ReentrantLock();

	/** Whether listeners heard of the beginning; guarded by {@link #telling}. */
	private boolean told;

	Ownership(Partition partition, LeaderSequenceNumber token, OwnershipPublisher publisher) {
		this.partition = partition;
		this.token = token;
		this.publisher = publisher;
	}

	public Partition partition() {
		return this.partition;
	}

	public LeaderSequenceNumber token() {
		return this.token;
	}

	/** Whether this ownership has not ended, by both clocks at the call. */
	public boolean isValid() {
		return this.end.get() == null && this.publisher.isValid(this);
	}

	public boolean isDraining() {
		return this.draining;
	}

	/** Why it ended, null while it has not. */
	public @Nullable OwnershipEnd end() {
		return this.end.get();
	}

	/**
	 * Admits work, which {@link #leave()} ends.
	 * @return false if it drains or has ended
	 */
	public boolean enter() {
		this.running.incrementAndGet();
		// Read only now: who drains or ends sets its flag and then looks for work.
		if (this.draining || !isValid()) {
			leave();
			return false;
		}
		return true;
	}

	/** Ends work that was admitted. */
	public void leave() {
		if (this.running.decrementAndGet() == 0) {
			if (this.end.get() != null) {
				this.publisher.returned(this);
			}
			else if (this.draining) {
				tellIfDrained();
			}
		}
	}

	/** How many pieces of work run. */
	public int running() {
		return this.running.get();
	}

	/** All listeners have taken the beginning. */
	public void accepted() {
		this.accepted = true;
	}

	/** A listener failed at the beginning. */
	public void failed() {
		this.publisher.failed(this);
	}

	/** All listeners have taken the drain. */
	public void drainHeard() {
		this.drainHeard = true;
		tellIfDrained();
	}

	/** Whether listeners have not returned from what they heard last. */
	boolean isUnheard() {
		return !(this.draining ? this.drainHeard : this.accepted);
	}

	/** Completes once it drains or has ended, on the thread that tells so. */
	public CompletionStage<Void> revoked() {
		return this.revoked.minimalCompletionStage();
	}

	Lock telling() {
		return this.telling;
	}

	void told() {
		this.told = true;
	}

	boolean isTold() {
		return this.told;
	}

	void drain() {
		this.draining = true;
		this.revoked.complete(null);
	}

	private void tellIfDrained() {
		if (this.drainHeard && this.running.get() == 0) {
			this.publisher.drained(this);
		}
	}

	/** Ends it once; returns whether this call did. */
	boolean end(OwnershipEnd why) {
		boolean first = this.end.compareAndSet(null, why);
		this.revoked.complete(null);
		return first;
	}

	@Override
	public String toString() {
		return this.partition + " " + this.token;
	}

}
