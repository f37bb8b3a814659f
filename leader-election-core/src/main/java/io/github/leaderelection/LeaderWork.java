package io.github.leaderelection;

/**
 * Leader-only work in flight, from admission until {@link #close()}. A leader that gives
 * up leadership of its own will waits for it, bounded by the drain time.
 */
public interface LeaderWork extends AutoCloseable {

	/**
	 * The leadership under which the work was admitted.
	 * @return the leadership
	 */
	Leadership leadership();

	/**
	 * Says that the work ended. Further calls do nothing.
	 */
	@Override
	void close();

}
