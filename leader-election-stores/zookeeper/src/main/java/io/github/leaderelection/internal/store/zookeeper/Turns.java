package io.github.leaderelection.internal.store.zookeeper;

import java.time.Duration;

/**
 * When those who wait in line go on: the next at once, and each one behind a step later
 * than the one before it. So whoever stands first and does not take delays the others by
 * a step, and not all run at once. Safe for use from any thread.
 */
final class Turns {

	/** Is the place of who stands nowhere, or does not know where. */
	static final int NOWHERE = Integer.MAX_VALUE;

	/** So many are woken by a release, one after the other. */
	static final int WOKEN = 5;

	/** Nobody waits for more steps than this. */
	private static final int MOST_STEPS = 10;

	/** Those who leave before the one before are noticed after so many steps. */
	private static final int STEPS_PER_LOOK = 200;

	private final long stepNanos;

	private volatile long givenUntilNanos;

	private volatile boolean isGiven;

	Turns(Duration step) {
		this.stepNanos = step.toNanos();
	}

	/** Whether a release wakes who has so many before it. */
	static boolean isWoken(int ahead) {
		return ahead < WOKEN;
	}

	/** For how long those before go first. */
	long nanos(int ahead) {
		return Math.min(ahead, MOST_STEPS) * this.stepNanos;
	}

	/** How long a place is known for, as nobody tells of most that leave. */
	long lookNanos() {
		return STEPS_PER_LOOK * this.stepNanos;
	}

	/** This process was woken in its turn: it has waited for those before already. */
	void give(long now) {
		this.givenUntilNanos = now + MOST_STEPS * this.stepNanos;
		this.isGiven = true;
	}

	/** Another release: the turns begin anew. */
	void begin() {
		this.isGiven = false;
	}

	/** How long this process still waits before it takes. */
	long patienceNanos(int ahead, long now) {
		return (this.isGiven && this.givenUntilNanos - now > 0) ? 0 : nanos(ahead);
	}

}
