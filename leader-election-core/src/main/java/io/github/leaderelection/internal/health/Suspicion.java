package io.github.leaderelection.internal.health;

/**
 * Whether a member is suspected, and since when. Suspicion begins at once and first ends
 * at once. A member that is soon suspected again must be well for longer each time. So an
 * unstable member is not reported forever. Times are of the monotonic clock. Immutable.
 *
 * @param sinceNanos since when this holds; starts anew if the member is missed again
 * before it is trusted; meaningless for a member that was never suspected
 * @param wellSinceNanos since when a suspected member is well again; equals
 * {@code sinceNanos} while it is not
 * @param relapses how often the member was suspected again soon after it was well; -1 if
 * it was never suspected
 */
public record Suspicion(boolean suspected, long sinceNanos, long wellSinceNanos, int relapses) {

	/** The member was never missed. */
	public static final Suspicion NONE = new Suspicion(false, 0, 0, -1);

	private static final int MOST_RELAPSES = 4;

	/** After this many leases in good health, earlier relapses are forgotten. */
	private static final int STEADY_LEASES = 16;

	/**
	 * Considers whether the member is missed now.
	 * @param leaseNanos the lease, the unit of all times
	 * @return the new suspicion; this object if nothing changed
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
	 * Whether the member is missed now. False for a suspected member that is well but
	 * still on probation.
	 */
	public boolean isMissed() {
		return this.suspected && !isWell();
	}

	/**
	 * Whether the member is missed lastingly. After a relapse it must be missed for as
	 * long as it would have to be well.
	 * @param leaseNanos the lease, the unit of all times
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
