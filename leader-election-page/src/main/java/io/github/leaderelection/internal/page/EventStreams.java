package io.github.leaderelection.internal.page;

import java.time.Duration;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

/**
 * Streams of server-sent events in the terms of one web stack.
 */
public interface EventStreams {

	/** How often an open page hears of the state. */
	Duration PERIOD = Duration.ofSeconds(1);

	/** The most open streams. A page without one polls. */
	int MOST_STREAMS = 32;

	/**
	 * A stream ends after so long: the page opens another, and is asked its rights anew.
	 */
	Duration LONGEST = Duration.ofMinutes(10);

	/**
	 * The time to the next tick: all streams tick together, so that a text serves all.
	 */
	static Duration untilTick() {
		return PERIOD.minusNanos(Math.floorMod(System.nanoTime(), PERIOD.toNanos()));
	}

	/**
	 * Opens a stream that sends a text at once and then each period, until the browser or
	 * the application closes it.
	 * @return the answer of an operation, null if there are too many streams
	 */
	@Nullable Object open(Supplier<String> text);

}
