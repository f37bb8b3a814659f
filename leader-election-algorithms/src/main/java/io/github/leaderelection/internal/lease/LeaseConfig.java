package io.github.leaderelection.internal.lease;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.protocol.ElectionSettings;
import io.github.leaderelection.internal.protocol.Lease;
import io.github.leaderelection.internal.protocol.Now;
import io.github.leaderelection.spi.LeaseStore;
import org.jspecify.annotations.Nullable;

/**
 * What stays the same from start to stop, and the times that follow from it.
 *
 * @param settings the settings; the heartbeat is the time between two renewals
 * @param options what leading by a lease alone needs
 */
public record LeaseConfig(ElectionSettings settings, long incarnation, LeaseOptions options) {

	private static final long MILLI = 1_000_000;

	/** Waiters that hear of the same release must not run at once. */
	private static final long MOST_AFTER_HINT = 20 * MILLI;

	/** So near each other two places are told apart by chance. */
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
	 * The lease that a write is worth: it counts from just before the write was sent, and
	 * ends earlier than it would by the clock of any observer.
	 */
	Lease lease(long sentNanos, long sentWallMillis, long durationNanos) {
		double drift = this.settings.maxClockDrift();
		long held = Lease.heldNanos(durationNanos, drift);
		return new Lease(sentNanos, sentWallMillis, sentNanos + held, Lease.suspensionMargin(held, drift));
	}

	/** How long a request may take: it is over before the next renewal is due. */
	long requestNanos() {
		return this.settings.heartbeatNanos() * 4 / 5;
	}

	/**
	 * When to look again: one retry interval, a fifth more or less; in failure two, or up
	 * to a fifth less.
	 * @param failures how often the store has not answered, 0 for a node that asks as
	 * often as if it had
	 */
	long lookNanos(int failures, long entropy) {
		long most = this.settings.leaseNanos() / 3;
		long interval = Math.min(this.options.retryNanos(), most);
		double drawn = fraction(entropy);
		return (long) (interval * ((failures > 1) ? 1.6 + 0.4 * drawn : 0.8 + 0.4 * drawn));
	}

	/**
	 * Who is told of renewals looks as late as this after the newest, if not told of the
	 * next one before: it is due after a fifth of the lease.
	 */
	long toldNanos(long durationNanos) {
		long most = Math.min(durationNanos, this.settings.leaseNanos()) / 3;
		return Math.min(most, durationNanos / 5 + 2 * this.options.retryNanos()) - mostApartNanos(durationNanos);
	}

	/** A moment of this node's own: all who wait are told at once. */
	long apartNanos(long durationNanos, long entropy) {
		return (long) (mostApartNanos(durationNanos) * fraction(entropy));
	}

	private long mostApartNanos(long durationNanos) {
		return Math.min(this.options.retryNanos(), Math.min(durationNanos, this.settings.leaseNanos()) / 10);
	}

	/** Whether a look is due by a hint, or as soon as by one. */
	boolean isSoon(long nanos) {
		return nanos <= MOST_AFTER_HINT;
	}

	/**
	 * When to go on after a hint. Few waiters are early, however many there are: the
	 * others see the take of the first.
	 */
	long afterHintNanos(long entropy) {
		double moment = (1 - LIKE_PLACES) * place() + LIKE_PLACES * fraction(entropy);
		return (long) (MOST_AFTER_HINT * Math.sqrt(moment));
	}

	/**
	 * For how long this node leaves a record that nobody has held yet to those that stand
	 * before it: at a start all wait for the same moment.
	 */
	long afterOthersNanos() {
		return (long) (Math.min(this.options.retryNanos(), this.settings.leaseNanos() / 10) * place());
	}

	/**
	 * Where this node stands among those of its group, from 0 to 1. Each group has an
	 * order of its own, so that the leaders of several are not all one node.
	 */
	private double place() {
		long hash = 31L * this.settings.group().hashCode() + self().value().hashCode();
		hash = (hash ^ (hash >>> 15)) * 0xBF58476D1CE4E5B9L;
		hash = (hash ^ (hash >>> 27)) * 0x94D049BB133111EBL;
		return fraction(hash ^ (hash >>> 31));
	}

	/** For how long the others let a preferred member go first. */
	long preferenceNanos() {
		return Math.min(this.settings.leaseNanos() / 2, 500 * MILLI);
	}

	/** How long a node that gave its leadership up leaves the record to others. */
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
