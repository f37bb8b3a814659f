package io.github.leaderelection.simulator.explorer.lease;

import java.util.List;
import java.util.Locale;

import org.jspecify.annotations.Nullable;

/**
 * What a search found.
 *
 * @param states how many states were seen, each once
 * @param depth how many events lie between the start and the last state seen
 * @param exhausted whether everything within the bounds was seen
 * @param grants how many of the events grant a leadership
 * @param instanceStates how many states a single instance was seen in
 * @param broken the promise that was broken, null if none was
 * @param trace a shortest way to it, one event a line
 */
public record LeaseFindings(LeaseBounds bounds, long states, long transitions, int depth, long nanos, boolean exhausted,
		long grants, int instanceStates, @Nullable String broken, List<String> trace) {

	private static final double NANOS_PER_SECOND = 1e9;

	/** Shows it. */
	@Override
	public String toString() {
		StringBuilder text = new StringBuilder();
		text.append(String.format(Locale.ROOT,
				"lease, %d instances with ids %s, clocks %s, leases %s of %d ticks, with any number of takes, losses, "
						+ "delays, duplicates%s%n",
				this.bounds.nodes(), this.bounds.ids(), this.bounds.rates(), this.bounds.leases(), this.bounds.ticks(),
				faults()));
		double seconds = this.nanos / NANOS_PER_SECOND;
		text.append(String.format(Locale.ROOT,
				"%d states, %d transitions, %d of them grants, depth %d, %.1f s (%.0f transitions/s), "
						+ "%d states of single instances%n",
				this.states, this.transitions, this.grants, this.depth, seconds,
				this.transitions / Math.max(seconds, 1e-3), this.instanceStates));
		if (this.broken != null) {
			text.append("BROKEN after ").append(this.trace.size()).append(" events: ").append(this.broken).append('\n');
			for (int i = 0; i < this.trace.size(); i++) {
				text.append(String.format(Locale.ROOT, "%3d  %s%n", i + 1, this.trace.get(i)));
			}
		}
		else {
			text.append(this.exhausted ? "exhausted: no promise is broken within these bounds\n"
					: "NOT exhausted: no promise was broken as far as was searched\n");
		}
		return text.toString();
	}

	private String faults() {
		StringBuilder text = new StringBuilder();
		for (LeaseFault fault : LeaseFault.values()) {
			if (this.bounds.faults().contains(fault)) {
				text.append(", ").append(fault.name().toLowerCase(Locale.ROOT));
			}
		}
		return text.toString();
	}

}
