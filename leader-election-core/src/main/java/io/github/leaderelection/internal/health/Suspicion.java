package io.github.leaderelection.internal.health;

/**
 * Whether a member is suspected, and since when. Suspicion comes at once. It goes at once
 * too, the first time: a member that is suspected again soon after has to be well for
 * longer each time, so that one that comes and goes is not told of for ever. Times are of
 * the monotonic clock. Immutable.
 *
 * @param suspected whether it is suspected
 * @param sinceNanos since when it is so, counted anew when it is missed again before it
 * was trusted; means nothing for one that never was suspected
 * @param wellSinceNanos since when a suspected member is well again, as
 * {@code sinceNanos} while it is not
 * @param relapses how often it was suspected again soon after it was well, -1 for one
 * that never was suspected
 */
public record Suspicion(boolean suspected, long sinceNanos, long wellSinceNanos, int relapses) {

	/** Nothing was ever missed. */
	public static final Suspicion NONE = new Suspicion(false, 0, 0, -1);

	private static final int MOST_RELAPSES = 4;

	/** Well for so many leases, and earlier relapses are forgotten. */
	private static final int STEADY_LEASES = 16;

	/**
	 * Takes into account whether the member is missed now.
	 * @param missed whether it is
	 * @param nowNanos the time
	 * @param leaseNanos the lease, in which times are reckoned
	 * @return what is believed now; this very value where nothing changed
	 */
	public Suspicion next(boolean missed, long nowNanos, long leaseNanos) {
		if (!this.suspected) {
			return missed ? suspected(nowNanos, relapsesAt(nowNanos, leaseNanos)) : this;
		}
		if (missed) {
			return isWell() ? suspected(nowNanos, this.relapses) : this;
		}
		long well = isWell() ? this.wellSinceNanos : nowNanos;
		if (nowNanos - well >= probationNanos(leaseNanos)) {
			return new Suspicion(false, nowNanos, nowNanos, this.relapses);
		}
		return (well == this.wellSinceNanos) ? this : new Suspicion(true, this.sinceNanos, well, this.relapses);
	}

	/**
	 * Whether the member is missed now. One that is suspected only until it has been well
	 * for long enough is not.
	 * @return whether it is
	 */
	public boolean isMissed() {
		return this.suspected && !isWell();
	}

	/**
	 * Whether the member is missed now, and not just for a moment: one that is missed
	 * again soon after it was well has to be missed for as long as it would have to be
	 * well.
	 * @param nowNanos the time
	 * @param leaseNanos the lease, in which times are reckoned
	 * @return whether it is
	 */
	public boolean isLasting(long nowNanos, long leaseNanos) {
		return isMissed() && nowNanos - this.sinceNanos >= probationNanos(leaseNanos);
	}

	private static Suspicion suspected(long nowNanos, int relapses) {
		return new Suspicion(true, nowNanos, nowNanos, relapses);
	}

	private boolean isWell() {
		return this.wellSinceNanos != this.sinceNanos;
	}

	private int relapsesAt(long nowNanos, long leaseNanos) {
		boolean soon = this.relapses >= 0 && nowNanos - this.sinceNanos < STEADY_LEASES * leaseNanos;
		return soon ? Math.min(this.relapses + 1, MOST_RELAPSES) : 0;
	}

	private long probationNanos(long leaseNanos) {
		return (this.relapses == 0) ? 0 : leaseNanos << (this.relapses - 1);
	}

}
