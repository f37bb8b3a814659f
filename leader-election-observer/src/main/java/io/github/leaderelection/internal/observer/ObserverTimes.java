package io.github.leaderelection.internal.observer;

/**
 * Time limits of an observer, in milliseconds.
 *
 * @param silent how long the observer waits for an answer; a member gives one at least
 * every eleven seconds
 * @param stay the least time at a member; before twice this time the observer draws
 * another one, so the load evens out after restarts
 */
record ObserverTimes(long silent, long stay) {

	static final ObserverTimes DEFAULT = new ObserverTimes(30_000, 900_000);

}
