package io.github.leaderelection.internal.transport.peer;

/**
 * Plans dials of a member. Does not block.
 */
interface Redial {

	/** Dials at once, as the member is probably up. */
	void soon();

	/** Dials after a link was lost. */
	void lost(long ageMillis);

	/** Stops dialing. */
	void stop();

}
