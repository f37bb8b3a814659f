package io.github.leaderelection.internal.transport.peer;

/**
 * Dials the member again. Its methods do not block.
 */
interface Redial {

	/** At once, as the member is believed to be there. */
	void soon();

	/**
	 * After a link of some age was lost.
	 * @param ageMillis its age
	 */
	void lost(long ageMillis);

	/** No more. */
	void stop();

}
