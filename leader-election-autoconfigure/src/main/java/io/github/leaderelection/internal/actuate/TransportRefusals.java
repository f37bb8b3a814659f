package io.github.leaderelection.internal.actuate;

import java.util.Map;

/**
 * What the links between members refused. Read at every request and scrape: answers from
 * memory, from any thread.
 */
@FunctionalInterface
public interface TransportRefusals {

	/**
	 * How often something was refused since the start, by reason.
	 * @return the counts; every possible reason is a key, from the first call on
	 */
	Map<String, Long> byReason();

}
