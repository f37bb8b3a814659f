package io.github.leaderelection.internal.transport.observer;

/**
 * Time limits of an observer's link, in milliseconds.
 *
 * @param silent a member that is silent for longer is left
 * @param ping the pause between two signs of life of the observer
 * @param stay after this time, and at most twice this time, another member is drawn: so
 * the load evens out after restarts
 */
record ObserverTimes(long silent, long ping, long stay) {

	/** A member gives a sign of life every ten seconds. */
	static final ObserverTimes DEFAULT = new ObserverTimes(30_000, 30_000, 900_000);

}
