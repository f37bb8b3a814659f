package io.github.leaderelection.internal.runtime;

import io.github.leaderelection.internal.protocol.Notice;

/**
 * Counts what one group's election reported, for meters. Safe for use from any thread.
 */
@FunctionalInterface
public interface NoticeCounts {

	/**
	 * How often the election reported something since its elector was made.
	 * @param notice what
	 * @return the count
	 */
	long count(Notice notice);

}
