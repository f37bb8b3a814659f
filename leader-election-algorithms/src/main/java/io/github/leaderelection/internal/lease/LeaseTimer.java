package io.github.leaderelection.internal.lease;

import io.github.leaderelection.internal.protocol.Timer;

/**
 * What a node that leads by a lease, or waits to, does at a time.
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

	/** The leader that was seen last counts no longer. */
	LEADER_LOST,

	/** Running work is awaited no longer. */
	DRAIN

}
