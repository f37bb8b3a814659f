package io.github.leaderelection.internal.runtime.leadership;

/**
 * Queues for the group the events of a leadership that happen outside the loop. Called
 * from any thread.
 */
public interface GroupEvents {

	void grantEnded(long fencingToken);

	void workDrained(long fencingToken);

}
