package io.github.leaderelection.internal.runtime;

import io.github.leaderelection.internal.protocol.Notice;
import io.github.leaderelection.internal.runtime.environment.NodeClock;
import io.github.leaderelection.internal.runtime.environment.RepeatFilter;
import io.github.leaderelection.internal.runtime.group.GroupRunner;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Says that the loop stood still: once for all its groups, and once in a while. Used by
 * the loop's owner thread alone.
 */
final class StallLog {

	private static final Logger logger = LoggerFactory.getLogger(StallLog.class);

	private final RepeatFilter filter;

	StallLog(NodeClock clock) {
		this.filter = new RepeatFilter(clock);
	}

	/**
	 * Groups were told.
	 * @param groups how many
	 * @param one any of them
	 */
	void stalled(long lateNanos, int groups, GroupRunner<?, ?> one) {
		if (this.filter.passes(Notice.STALLED.name())) {
			logger.warn(text(lateNanos, groups, one));
		}
	}

	static String text(long lateNanos, int groups, GroupRunner<?, ?> one) {
		return "Group '" + one.name() + "'" + ((groups > 1) ? " and " + (groups - 1) + " more" : "") + ", node "
				+ one.settings().self() + ": STALLED: the loop stood still for " + lateNanos / 1_000_000 + " ms";
	}

}
