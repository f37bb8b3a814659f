package io.github.leaderelection.link;

/**
 * Dials the member again. Its methods do not block.
 */
interface Redial {

	/** At once. */
	void soon();

	/**
	 * After a link of some age was lost.
	 * @param ageMillis its age
	 */
	void lost(long ageMillis);

	/** No more. */
	void stop();

}
