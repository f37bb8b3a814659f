package io.github.leaderelection.internal.runtime.leadership;

/**
 * Hears what happens to a leadership outside of the loop and queues it for the group.
 * Called from any thread.
 */
public interface GroupEvents {

	void grantEnded(long fencingToken);

	void workDrained(long fencingToken);

}
