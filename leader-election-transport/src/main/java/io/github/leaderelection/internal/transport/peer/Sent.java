package io.github.leaderelection.internal.transport.peer;

/**
 * How much was written to all members.
 *
 * @param writes one write may hold many messages
 * @param bytes without the overhead of the medium
 */
public record Sent(long messages, long writes, long bytes) {

	public static final Sent NOTHING = new Sent(0, 0, 0);

}
