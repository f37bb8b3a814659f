package io.github.leaderelection.internal.runtime;

import io.github.leaderelection.LeaderElector;
import io.github.leaderelection.internal.protocol.Notice;
import io.github.leaderelection.internal.runtime.environment.NodeClock;
import io.github.leaderelection.internal.runtime.environment.RepeatFilter;
import io.github.leaderelection.internal.runtime.group.GroupRunner;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Logs that the loop stood still: once for all its groups, and once in a while. Does not
 * warn of less than a quarter of a lease, nor at first: a starting application keeps its
 * processors busy. Used only by the thread that runs the loop.
 */
final class StallLog {

	static final long SETTLING_NANOS = 10_000_000_000L;

	private static final Logger logger = LoggerFactory.getLogger(LeaderElector.class);

	private @Nullable Long beganNanos;

	private final RepeatFilter filter;

	StallLog(NodeClock clock) {
		this.filter = new RepeatFilter(clock);
	}

	/** Records that the loop runs, perhaps for the first time. */
	void runs(long nowNanos) {
		if (this.beganNanos == null) {
			this.beganNanos = nowNanos;
		}
	}

	/**
	 * Logs a stall that groups were told of.
	 * @param nowNanos the monotonic clock when the stall was noticed
	 */
	void stalled(long nowNanos, long lateNanos, int groups, GroupRunner<?, ?> one) {
		boolean settling = this.beganNanos == null || nowNanos - this.beganNanos < SETTLING_NANOS;
		boolean harmless = settling || lateNanos < one.settings().leaseNanos() / 4;
		if (!this.filter.passes(harmless ? "harmless" : Notice.STALLED.name())) {
			return;
		}
		if (harmless) {
			logger.debug("{}", text(lateNanos, groups, one));
		}
		else {
			logger.warn("{}: look for garbage collection, a CPU limit, or a machine that was suspended",
					text(lateNanos, groups, one));
		}
	}

	private static String text(long lateNanos, int groups, GroupRunner<?, ?> one) {
		return "Group '" + one.name() + "'" + ((groups > 1) ? " and " + (groups - 1) + " more" : "") + ", node "
				+ one.settings().self() + ": the loop stood still for " + lateNanos / 1_000_000 + " ms";
	}

}
