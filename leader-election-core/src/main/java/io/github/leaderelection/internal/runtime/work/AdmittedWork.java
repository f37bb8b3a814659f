package io.github.leaderelection.internal.runtime.work;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;

import io.github.leaderelection.LeaderWork;
import org.jspecify.annotations.Nullable;

/**
 * One piece of leader-only work; closing it twice counts once. There is one for each call
 * of a leader-only method, so it has no object of its own for its phase.
 */
public final class AdmittedWork implements LeaderWork {

	private static final AtomicReferenceFieldUpdater<AdmittedWork, @Nullable Phase> LEFT = AtomicReferenceFieldUpdater
		.newUpdater(AdmittedWork.class, Phase.class, "left");

	private final Admission leadership;

	private final String name;

	private final long begunNanos;

	/**
	 * Null while it runs; not set at the beginning, which would cost each call a fence.
	 */
	private volatile @Nullable Phase left;

	public AdmittedWork(Admission leadership, String name, long begunNanos) {
		this.leadership = leadership;
		this.name = name;
		this.begunNanos = begunNanos;
	}

	@Override
	public Admission leadership() {
		return this.leadership;
	}

	String name() {
		return this.name;
	}

	/** The monotonic clock at its admission. */
	long begunNanos() {
		return this.begunNanos;
	}

	/** Returns how long the work has run. */
	Duration age(long nowNanos) {
		return Duration.ofNanos(Math.max(0, nowNanos - this.begunNanos));
	}

	Phase phase() {
		Phase later = this.left;
		return (later != null) ? later : Phase.RUNNING;
	}

	/** Marks the work as outliving its leadership; returns false if it has ended. */
	boolean outlive() {
		return LEFT.compareAndSet(this, null, Phase.OUTLIVING);
	}

	@Override
	public void close() {
		Phase before = LEFT.getAndSet(this, Phase.ENDED);
		if (before != Phase.ENDED) {
			this.leadership.workEnded(this, before == Phase.OUTLIVING);
		}
	}

	/**
	 * The phase of a piece of work.
	 */
	enum Phase {

		/** It runs, as far as anybody knows under its leadership. */
		RUNNING,

		/** It runs, and its leadership has ended. */
		OUTLIVING,

		/** It has ended. */
		ENDED

	}

}
