package io.github.leaderelection.simulator.explorer.bounds;

/**
 * How time passes in a search.
 */
public enum Mode {

	/**
	 * Between two events no time passes, or so much on all nodes that every promise,
	 * lease and candidacy is over.
	 */
	TIMELESS,

	/**
	 * Each node's clock moves by ticks at its own rate, within the bound. A lease is four
	 * ticks of a clock that keeps true time.
	 */
	CLOCKED

}
