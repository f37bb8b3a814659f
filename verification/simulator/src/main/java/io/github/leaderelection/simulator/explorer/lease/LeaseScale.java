package io.github.leaderelection.simulator.explorer.lease;

import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.lease.LeaseOptions;
import io.github.leaderelection.internal.protocol.ElectionSettings;

/**
 * The durations of a search. Where all clocks are true a lease lasts as many ticks as it
 * says. Where some are not, a slow one moves by half of what a fast one does, which is
 * the bound on the drift: then a slow leader's lease ends in the tick in which a fast
 * observer may take the record.
 */
final class LeaseScale {

	static final NodeId SELF = NodeId.of("self");

	private static final long UNIT = Duration.ofMillis(500).toNanos();

	private static final int SLOW_UNITS = 2;

	private static final int TRUE_UNITS = 3;

	private static final int FAST_UNITS = 4;

	private static final double DRIFT = 1.0 / TRUE_UNITS;

	private static final double NO_DRIFT = 1e-6;

	private final LeaseBounds bounds;

	private final boolean drifts;

	private final long longest;

	private final List<ElectionSettings> settings;

	LeaseScale(LeaseBounds bounds) {
		this.bounds = bounds;
		this.drifts = bounds.rates().chars().anyMatch((rate) -> rate != 't');
		this.longest = lease(bounds.leases().contains("l") ? bounds.ticks() : shortTicks());
		this.settings = IntStream.range(0, bounds.nodes()).mapToObj(this::make).toList();
	}

	/** By how much a clock moves in a tick. */
	long tick(int node) {
		return UNIT * switch (this.bounds.rates().charAt(node)) {
			case 's' -> SLOW_UNITS;
			case 'f' -> FAST_UNITS;
			default -> TRUE_UNITS;
		};
	}

	private long lease(int ticks) {
		return ticks * UNIT * (this.drifts ? FAST_UNITS : TRUE_UNITS);
	}

	/** The longest that any instance has. */
	long longest() {
		return this.longest;
	}

	private int shortTicks() {
		return Math.max(1, this.bounds.ticks() / 2);
	}

	ElectionSettings settings(int node) {
		return this.settings.get(node);
	}

	private ElectionSettings make(int node) {
		boolean isShort = this.bounds.leases().charAt(node) == 's';
		return ElectionSettings.of("explorer", "default", SELF, List.of(SELF))
			.leaseNanos(lease(isShort ? shortTicks() : this.bounds.ticks()))
			.heartbeatNanos(UNIT / 2)
			.maxClockDrift(this.drifts ? DRIFT : NO_DRIFT)
			.drainNanos(longest())
			.build();
	}

	/** Looks may come at any time. So who is told of a renewal counts from just then. */
	LeaseOptions options() {
		return new LeaseOptions(1, false, null);
	}

}
