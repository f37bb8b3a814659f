package io.github.leaderelection.internal.store.kubernetes.server;

/**
 * What goes wrong with one request.
 */
public enum ApiFault {

	/** It is refused for too much work, before anything is done. */
	TOO_MANY_REQUESTS,

	/** It fails before anything is done. */
	FAILS,

	/** It is done, and then fails. */
	FAILS_LATE,

	/** It is done, and no answer ever comes. */
	ANSWER_LOST,

	/** It is done, and its connection breaks. */
	BREAKS_LATE,

	/** It is done, and its sender is sent elsewhere with it: here. */
	REDIRECTED_LATE,

	/** Nothing is done, and a proxy says so in its own words. */
	CONFLICT_OF_A_PROXY;

}
