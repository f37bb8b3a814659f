package io.github.leaderelection.internal.lease;

import io.github.leaderelection.internal.protocol.Timer;

/**
 * The timers of a node that leads by a lease or waits for it.
 */
public enum LeaseTimer implements Timer {

	/** The own lease ends. */
	LEASE_END,

	/** The own lease is renewed. */
	RENEW,

	/** The record is read. */
	LOOK,

	/** A record that was announced as free is taken. */
	TAKE,

	/** A request has not been answered in time. */
	UNANSWERED,

	/** The lease of the leader that was seen last is over. */
	LEADER_LOST,

	/** The time for running work in a drain is over. */
	DRAIN

}
