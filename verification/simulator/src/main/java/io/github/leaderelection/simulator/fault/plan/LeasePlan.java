package io.github.leaderelection.simulator.fault.plan;

import java.util.List;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.protocol.ElectionSettings;
import io.github.leaderelection.simulator.time.Dice;

/**
 * The settings of one group as a plan draws them. Durations are in nanoseconds.
 */
public record LeasePlan(long lease, long heartbeat, double drift, long drain) {

	private static final long MILLI = 1_000_000;

	private static final long SECOND = 1_000 * MILLI;

	private static final double[] DRIFTS = { 0.05, 0.01, 0.002, 0.1, 0.2 };

	public static LeasePlan draw(Dice dice) {
		if (dice.chance(500)) {
			return new LeasePlan(SECOND, 200 * MILLI, 0.05, dice.below(2) * SECOND);
		}
		long lease = dice.magnitude(200 * MILLI, 5 * SECOND);
		long heartbeat = lease / dice.between(5, 20);
		return new LeasePlan(lease, heartbeat, DRIFTS[dice.index(DRIFTS.length)], dice.below(2 * lease));
	}

	/**
	 * Other settings that the same clocks keep to. A node without a state directory does
	 * not remember across a restart how long its promises were, so there a rolling change
	 * may only lengthen the lease.
	 */
	public LeasePlan change(Dice dice, boolean durable) {
		LeasePlan drawn = draw(dice);
		long longer = durable ? drawn.lease : Math.max(this.lease, drawn.lease);
		return new LeasePlan(longer, drawn.heartbeat, Math.max(this.drift, drawn.drift), drawn.drain);
	}

	public ElectionSettings settings(String group, NodeId self, List<NodeId> members, boolean durable, int priority) {
		return ElectionSettings.of("cluster", group, self, members)
			.durable(durable)
			.leaseNanos(this.lease)
			.heartbeatNanos(this.heartbeat)
			.maxClockDrift(this.drift)
			.priority(priority)
			.drainNanos(this.drain)
			.build();
	}

}
