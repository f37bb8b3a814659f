package io.github.leaderelection.simulator.time;

/**
 * The clocks of one machine: a monotonic one with a rate of its own that stands still
 * while the machine is suspended, and a wall clock that does not and can jump.
 */
public final class SimulatedClock {

	/** What the wall clocks show at the beginning: some day in 2026. */
	public static final long EPOCH_MILLIS = 1_790_000_000_000L;

	private static final long NANOS_PER_MILLI = 1_000_000;

	private static final long MILLION = 1_000_000;

	private final Moment moment;

	private final boolean disciplined;

	private long ratePpm;

	private long anchor;

	private long monotonicAtAnchor;

	private long wallAnchor;

	private long wallNanosAtAnchor;

	/**
	 * Sets the clocks.
	 * @param moment true time as this machine lives it
	 * @param monotonicOrigin what the monotonic clock shows at the beginning
	 * @param wallOffset how far the wall clock is off, in nanoseconds
	 * @param disciplined whether the wall clock keeps true time, as under NTP, rather
	 * than the rate of the monotonic one
	 */
	public SimulatedClock(Moment moment, long monotonicOrigin, long wallOffset, boolean disciplined) {
		this.moment = moment;
		this.disciplined = disciplined;
		this.monotonicAtAnchor = monotonicOrigin;
		this.wallNanosAtAnchor = wallOffset;
	}

	/**
	 * The monotonic clock.
	 * @return nanoseconds
	 */
	public long monotonicNanos() {
		return monotonicAt(this.moment.now());
	}

	/**
	 * The wall clock.
	 * @return milliseconds since 1970
	 */
	public long wallMillis() {
		return EPOCH_MILLIS + Math.floorDiv(wallNanosAt(this.moment.now()), NANOS_PER_MILLI);
	}

	/**
	 * Changes the rate.
	 * @param ppm how much faster than true time, in millionths
	 */
	public void changeRate(long ppm) {
		long now = this.moment.now();
		if (now >= this.anchor) {
			this.monotonicAtAnchor = monotonicAt(now);
			this.anchor = now;
		}
		this.wallNanosAtAnchor = wallNanosAt(now);
		this.wallAnchor = now;
		this.ratePpm = ppm;
	}

	/** Lets the monotonic clock stand still from now on. */
	public void suspend(long nanos) {
		long now = this.moment.now();
		this.monotonicAtAnchor = monotonicAt(now);
		this.anchor = Math.max(this.anchor, now + nanos);
	}

	/**
	 * Lets a monotonic clock that stands still go on at once.
	 */
	public void resume() {
		long now = this.moment.now();
		if (this.anchor > now) {
			this.anchor = now;
		}
	}

	/**
	 * Lets the wall clock jump.
	 * @param nanos how far, backwards if negative
	 */
	public void jumpWall(long nanos) {
		this.wallNanosAtAnchor += nanos;
	}

	/** When the monotonic clock will show a value, if nothing is done to it. */
	public long trueTimeOf(long monotonicNanos) {
		long span = monotonicNanos - this.monotonicAtAnchor;
		if (span <= 0) {
			return this.anchor;
		}
		long guess = span - span * this.ratePpm / (MILLION + this.ratePpm);
		while (atRate(guess) >= span) {
			guess--;
		}
		while (atRate(guess) < span) {
			guess++;
		}
		return this.anchor + guess;
	}

	private long monotonicAt(long trueTime) {
		return (trueTime <= this.anchor) ? this.monotonicAtAnchor
				: this.monotonicAtAnchor + atRate(trueTime - this.anchor);
	}

	private long wallNanosAt(long trueTime) {
		long span = trueTime - this.wallAnchor;
		return this.wallNanosAtAnchor + (this.disciplined ? span : atRate(span));
	}

	private long atRate(long span) {
		return span + span * this.ratePpm / MILLION;
	}

}
