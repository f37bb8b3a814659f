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
 * Says that the loop stood still: once for all its groups, and once in a while. Nobody is
 * warned of less than a quarter of a lease, nor at first: an application that starts
 * keeps its processors busy. Used by the thread that runs the loop alone.
 */
final class StallLog {

	static final long SETTLING_NANOS = 10_000_000_000L;

	private static final Logger logger = LoggerFactory.getLogger(LeaderElector.class);

	private @Nullable Long beganNanos;

	private final RepeatFilter filter;

	StallLog(NodeClock clock) {
		this.filter = new RepeatFilter(clock);
	}

	/** The loop runs, perhaps for the first time. */
	void runs(long nowNanos) {
		if (this.beganNanos == null) {
			this.beganNanos = nowNanos;
		}
	}

	/**
	 * Groups were told.
	 * @param nowNanos the monotonic clock when it was noticed
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
