package io.github.leaderelection.simulator.explorer.bounds;

import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.protocol.ElectionSettings;

/**
 * The durations of a search. A clock that keeps true time moves by 7 units a tick, a slow
 * one by 6 and a fast one by 8; a lease is 28 units, so four true ticks.
 */
public final class TimeScale {

	static final long NANOS_PER_MILLI = 1_000_000;

	/** No time, as the election writes it. */
	public static final long NONE = Long.MIN_VALUE;

	private static final long UNIT = Duration.ofMillis(2).toNanos();

	private static final int TICK_UNITS = 7;

	private static final double DRIFT = 1.0 / TICK_UNITS;

	public static final long LEASE = 4 * TICK_UNITS * UNIT;

	/**
	 * So short that who gave a promise by it and has started again can vote within the
	 * longer lease.
	 */
	private static final long SHORT_LEASE = Duration.ofMillis(25).toNanos();

	private static final int BEATS_OF_SHORT_LEASE = 5;

	private static final long HEARTBEAT = Duration.ofMillis(10).toNanos();

	/** Longer than any promise, lease, candidacy or wait. */
	public static final long LONG_WHILE = 10 * LEASE;

	/** Longer than a node without state waits before it asks, by its own clock. */
	public static final long LOST_WAIT = 2 * LEASE;

	/** The age of what is so old that it means nothing any more. */
	public static final long FORGOTTEN = -3 * LEASE;

	/** A moment that no clock reaches. */
	public static final long SOME_TIME = 1000 * LEASE;

	private static final List<NodeId> IDS = IntStream.rangeClosed('a', 'z')
		.mapToObj((letter) -> NodeId.of(Character.toString(letter)))
		.toList();

	private TimeScale() {
	}

	/**
	 * By how much a clock moves in a tick.
	 * @return nanoseconds
	 */
	public static long tick(char rate) {
		return switch (rate) {
			case 's' -> (TICK_UNITS - 1) * UNIT;
			case 'f' -> (TICK_UNITS + 1) * UNIT;
			default -> TICK_UNITS * UNIT;
		};
	}

	public static NodeId id(int node) {
		return IDS.get(node);
	}

	public static int index(NodeId id) {
		return id.value().charAt(0) - 'a';
	}

	public static ElectionSettings settings(int node, Bounds bounds) {
		List<NodeId> members = IntStream.range(0, bounds.nodes()).mapToObj(TimeScale::id).toList();
		long lease = (bounds.leases().charAt(node) == 's') ? SHORT_LEASE : LEASE;
		long heartbeat = bounds.leasesDiffer() ? SHORT_LEASE / BEATS_OF_SHORT_LEASE : HEARTBEAT;
		return ElectionSettings.of("explorer", "default", id(node), members)
			.durable(bounds.durable())
			.leaseNanos(lease)
			.heartbeatNanos(heartbeat)
			.maxClockDrift(DRIFT)
			.priority(bounds.isWitness(node) ? ElectionSettings.WITNESS : 1)
			.drainNanos(LEASE)
			.build();
	}

}
