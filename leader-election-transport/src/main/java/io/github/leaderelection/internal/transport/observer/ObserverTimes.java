package io.github.leaderelection.internal.transport.observer;

/**
 * Time limits of an observer's link, in milliseconds.
 *
 * @param silent the silence after which the observer leaves a member
 * @param ping the pause between two signs of life of the observer
 * @param stay the least time at a member; before twice this time the observer draws
 * another one, so the load evens out after restarts
 */
record ObserverTimes(long silent, long ping, long stay) {

	/** A member gives a sign of life every ten seconds. */
	static final ObserverTimes DEFAULT = new ObserverTimes(30_000, 30_000, 900_000);

}
