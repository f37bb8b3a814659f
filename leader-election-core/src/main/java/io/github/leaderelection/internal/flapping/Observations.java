package io.github.leaderelection.internal.flapping;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * The recent changes of the leader, silences and pauses. Immutable; each observation
 * creates a new object. Times are of the monotonic clock.
 */
public final class Observations {

	/** Advised leases outlast the observed silence by this factor. */
	static final double MARGIN = 1.25;

	private static final long STEP_NANOS = 100_000_000;

	private static final long MAX_LEASE_NANOS = Duration.ofHours(1).toNanos();

	private final FlappingSettings settings;

	private final long leaseNanos;

	private final long heartbeatNanos;

	private final double maxClockDrift;

	private final List<Seen> changes;

	private final List<Seen> gaps;

	private final List<Seen> stalls;

	private Observations(Observations of, List<Seen> changes, List<Seen> gaps, List<Seen> stalls) {
		this.settings = of.settings;
		this.leaseNanos = of.leaseNanos;
		this.heartbeatNanos = of.heartbeatNanos;
		this.maxClockDrift = of.maxClockDrift;
		this.changes = changes;
		this.gaps = gaps;
		this.stalls = stalls;
	}

	/**
	 * Creates empty observations.
	 * @param maxClockDrift the bound on the error of the clock's rate, a ratio
	 */
	public Observations(FlappingSettings settings, long leaseNanos, long heartbeatNanos, double maxClockDrift) {
		this.settings = settings;
		this.leaseNanos = leaseNanos;
		this.heartbeatNanos = heartbeatNanos;
		this.maxClockDrift = maxClockDrift;
		this.changes = List.of();
		this.gaps = List.of();
		this.stalls = List.of();
	}

	/**
	 * Adds an unrequested change of the leader.
	 */
	public Observations changed(long nowNanos) {
		List<Seen> next = recent(this.changes, nowNanos);
		if (next.size() == FlappingSettings.MAX_CHANGES) {
			next.remove(0);
		}
		next.add(new Seen(nowNanos, 0));
		return new Observations(this, List.copyOf(next), this.gaps, this.stalls);
	}

	/**
	 * Adds a silence after which a leader was heard again without a restart.
	 */
	public Observations silent(long gapNanos, long nowNanos) {
		return new Observations(this, this.changes, longest(this.gaps, gapNanos, nowNanos), this.stalls);
	}

	/**
	 * Adds a pause of this node.
	 */
	public Observations stalled(long stallNanos, long nowNanos) {
		return new Observations(this, this.changes, this.gaps, longest(this.stalls, stallNanos, nowNanos));
	}

	/**
	 * Judges the window that ends now.
	 */
	public Flapping at(long nowNanos) {
		int changed = recent(this.changes, nowNanos).size();
		long gap = largest(this.gaps, nowNanos);
		long stall = largest(this.stalls, nowNanos);
		return new Flapping(changed >= this.settings.changes(), changed, this.settings.window(), Duration.ofNanos(gap),
				Duration.ofNanos(stall), Duration.ofNanos(this.leaseNanos), advised(Math.max(gap, stall)));
	}

	/**
	 * Advises a lease after one was lost. The silence that cost it was at least as long
	 * as the lease and may still last.
	 * @return the shortest sufficient lease, or null if none is allowed
	 */
	public @Nullable Duration advisedAfterLoss(long nowNanos) {
		long seen = Math.max(largest(this.gaps, nowNanos), largest(this.stalls, nowNanos));
		return advised(Math.max(seen, this.leaseNanos));
	}

	/**
	 * A leader uses (1-d)/(1+d) of its lease, and counts it from a heartbeat before the
	 * silence.
	 */
	private @Nullable Duration advised(long nanos) {
		if (nanos == 0) {
			return null;
		}
		double needed = nanos * (1 + this.maxClockDrift) / (1 - this.maxClockDrift) * MARGIN + this.heartbeatNanos;
		double steps = Math.ceil(needed / STEP_NANOS) * STEP_NANOS;
		return (steps > this.leaseNanos && steps <= MAX_LEASE_NANOS) ? Duration.ofNanos((long) steps) : null;
	}

	/**
	 * Drops observations that are shorter than a later one, for they can never be the
	 * longest again.
	 */
	private List<Seen> longest(List<Seen> seen, long nanos, long nowNanos) {
		List<Seen> next = recent(seen, nowNanos);
		next.removeIf((earlier) -> earlier.nanos() <= nanos);
		if (next.size() < FlappingSettings.MAX_CHANGES) {
			next.add(new Seen(nowNanos, nanos));
		}
		return List.copyOf(next);
	}

	private long largest(List<Seen> seen, long nowNanos) {
		return recent(seen, nowNanos).stream().mapToLong(Seen::nanos).max().orElse(0);
	}

	private List<Seen> recent(List<Seen> seen, long nowNanos) {
		long window = this.settings.window().toNanos();
		List<Seen> recent = new ArrayList<>(seen);
		recent.removeIf((each) -> nowNanos - each.atNanos() >= window);
		return recent;
	}

	/**
	 * An observation.
	 *
	 * @param nanos how long the silence or pause was
	 */
	private record Seen(long atNanos, long nanos) {
	}

}
