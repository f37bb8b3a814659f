package io.github.leaderelection;

/**
 * Leader-only work in flight, from its admission until {@link #close()}. A leader that
 * gives up its leadership gracefully waits for it, for at most the drain time.
 */
public interface LeaderWork extends AutoCloseable {

	/**
	 * The leadership under which the work was admitted.
	 * @return the leadership
	 */
	Leadership leadership();

	/**
	 * Ends the work. Further calls do nothing.
	 */
	@Override
	void close();

}
