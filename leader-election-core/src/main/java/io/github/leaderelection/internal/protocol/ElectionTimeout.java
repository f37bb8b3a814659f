package io.github.leaderelection.internal.protocol;

/**
 * How long a member does without a leader before it scouts: a time drawn anew after each
 * heartbeat, so that members seldom stand at once. Durations are in nanoseconds.
 *
 * @param leastNanos the shortest: a leader silent for less is not suspected
 */
public record ElectionTimeout(long leastNanos, long mostNanos) {

	/**
	 * What a draw adds to the shortest time.
	 * @return 0 to the difference between the two bounds
	 */
	public long spread(long entropy) {
		return (entropy >>> 1) % (this.mostNanos - this.leastNanos + 1);
	}

}
