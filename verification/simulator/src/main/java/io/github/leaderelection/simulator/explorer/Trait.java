package io.github.leaderelection.simulator.explorer;

/**
 * What a component of a nomination's state is.
 */
enum Trait {

	/** The state of the election below, which is kept apart. */
	BELOW,
	/** Kept as it is. */
	FACT,
	/** A record of the nomination's, a list of such, or null. */
	PART,
	/** A list of such parts, whose order means nothing. */
	SET,
	/** A number that is not told from others: 0. */
	IGNORED,
	/** An instant, or several. */
	INSTANT,
	/** A number that may grow for ever, and is bounded here. */
	COUNTER,
	/** Names a reading of the position: numbered from 1 on. */
	REQUEST,
	/** The last name given to a reading. */
	REQUESTS

}
