package io.github.leaderelection.internal.runtime.grant;

/**
 * Hears what happens to a grant outside of the loop and queues it for the group. Called
 * from any thread.
 */
public interface GroupEvents {

	void grantEnded(long fencingToken);

	void workDrained(long fencingToken);

}
