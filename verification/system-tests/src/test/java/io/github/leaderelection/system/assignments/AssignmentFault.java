package io.github.leaderelection.system.assignments;

/**
 * What strikes a process. It stays away until others own all partitions.
 */
public enum AssignmentFault {

	/** SIGSTOP of a process that does not lead. */
	WORKER_PAUSED,

	/** SIGSTOP of the leader. */
	LEADER_PAUSED,

	/** {@code kill -9} of any process. */
	KILLED,

	/** SIGTERM of any process. */
	TERMINATED

}
