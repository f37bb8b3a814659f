package io.github.leaderelection.internal.lease;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.protocol.ElectionSettings;
import io.github.leaderelection.internal.protocol.Lease;
import io.github.leaderelection.internal.protocol.Now;
import io.github.leaderelection.spi.LeaseStore;
import org.jspecify.annotations.Nullable;

/**
 * The settings of the election, fixed from start to stop, and times derived from them.
 *
 * @param settings the settings; the heartbeat is the time between two renewals
 * @param options options of elections by a lease only
 */
public record LeaseConfig(ElectionSettings settings, long incarnation, LeaseOptions options) {

	private static final long MILLI = 1_000_000;

	/** The longest delay after a hint: waiting nodes must not all act at once. */
	private static final long MOST_AFTER_HINT = 20 * MILLI;

	/** The random share of the delay after a hint: it separates close places. */
	private static final double LIKE_PLACES = 0.1;

	/** Bits of a random number, as a fraction below 1. */
	private static final int FRACTION_SHIFT = 11;

	private static final double FRACTION = 0x1.0p-53;

	NodeId self() {
		return this.settings.self();
	}

	LeaseStore.Key key() {
		return new LeaseStore.Key(this.settings.cluster(), this.settings.group());
	}

	@Nullable String url() {
		return this.options.url();
	}

	/**
	 * The lease that a confirmed write grants. It counts from just before the write was
	 * sent, and ends before any observer counts it as over.
	 */
	Lease lease(long sentNanos, long sentWallMillis, long durationNanos) {
		double drift = this.settings.maxClockDrift();
		long held = Lease.heldNanos(durationNanos, drift);
		return new Lease(sentNanos, sentWallMillis, sentNanos + held, Lease.suspensionMargin(held, drift));
	}

	/** The time limit of a request, shorter than the time to the next renewal. */
	long requestNanos() {
		return this.settings.heartbeatNanos() * 4 / 5;
	}

	/**
	 * The time to the next read: 0.8 to 1.2 retry intervals, or 1.6 to 2 after several
	 * failures.
	 * @param failures failed requests in a row; 0 asks for the pace without failures
	 */
	long lookNanos(int failures, long entropy) {
		long most = this.settings.leaseNanos() / 3;
		long interval = Math.min(this.options.retryNanos(), most);
		double drawn = fraction(entropy);
		return (long) (interval * ((failures > 1) ? 1.6 + 0.4 * drawn : 0.8 + 0.4 * drawn));
	}

	/**
	 * The time from the newest hinted renewal to the next read. The next renewal is due
	 * after a fifth of the lease, so its hint comes before.
	 */
	long toldNanos(long durationNanos) {
		long most = Math.min(durationNanos, this.settings.leaseNanos()) / 3;
		return Math.min(most, durationNanos / 5 + 2 * this.options.retryNanos()) - mostApartNanos(durationNanos);
	}

	/** A random delay that keeps waiting nodes apart: hints reach all of them at once. */
	long apartNanos(long durationNanos, long entropy) {
		return (long) (mostApartNanos(durationNanos) * fraction(entropy));
	}

	private long mostApartNanos(long durationNanos) {
		return Math.min(this.options.retryNanos(), Math.min(durationNanos, this.settings.leaseNanos()) / 10);
	}

	/** Whether a read due in this time is as soon as one after a hint. */
	boolean isSoon(long nanos) {
		return nanos <= MOST_AFTER_HINT;
	}

	/**
	 * The delay after a hint. Few waiting nodes have a short delay, however many wait:
	 * the others see the take of the first.
	 */
	long afterHintNanos(long entropy) {
		double moment = (1 - LIKE_PLACES) * place() + LIKE_PLACES * fraction(entropy);
		return (long) (MOST_AFTER_HINT * Math.sqrt(moment));
	}

	/**
	 * The time for which this node leaves a record without a holder to the nodes before
	 * it in order. At a start all nodes wait for the same moment.
	 */
	long afterOthersNanos() {
		return (long) (Math.min(this.options.retryNanos(), this.settings.leaseNanos() / 10) * place());
	}

	/**
	 * The place of this node in the order of its group, from 0 to 1. Each group has its
	 * own order, so that one node does not lead all groups.
	 */
	private double place() {
		long hash = 31L * this.settings.group().hashCode() + self().value().hashCode();
		hash = (hash ^ (hash >>> 15)) * 0xBF58476D1CE4E5B9L;
		hash = (hash ^ (hash >>> 27)) * 0x94D049BB133111EBL;
		return fraction(hash ^ (hash >>> 31));
	}

	/** The time for which other nodes leave the record to a preferred member. */
	long preferenceNanos() {
		return Math.min(this.settings.leaseNanos() / 2, 500 * MILLI);
	}

	/** The time for which a node leaves a record that it released to others. */
	long coolDownNanos() {
		return this.settings.leaseNanos();
	}

	boolean isLate(Lease lease, Now now) {
		return lease.remainingNanos(now.monotonicNanos()) < (lease.endNanos() - lease.baseNanos()) / 2;
	}

	private static double fraction(long entropy) {
		return (entropy >>> FRACTION_SHIFT) * FRACTION;
	}

}
