package io.github.leaderelection.internal.transport.peer;

/**
 * What was written to all members.
 *
 * @param messages the messages, handshakes included
 * @param writes how often something was written: one write may hold many messages
 * @param bytes their length, without what carries them
 */
public record Sent(long messages, long writes, long bytes) {

	/** Nothing. */
	public static final Sent NOTHING = new Sent(0, 0, 0);

}
