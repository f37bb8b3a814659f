package io.github.leaderelection.fencing;

import java.util.Optional;

import io.github.leaderelection.LeaderSequenceNumber;

/**
 * Filters the messages of leaders at their receiver. It passes each message once, in the
 * order of sequence numbers. It drops repetitions, overtaken messages, and all messages
 * of older leaders. Numbers may be missing; a {@link SequenceBuffer} in front of it
 * prevents that. Safe for use from any thread.
 */
public interface SequenceGate {

	/**
	 * Passes a message if its number is higher than all previous ones, and remembers the
	 * number.
	 * @param stream the name of the stream, the same at every receiver that shares the
	 * gate
	 * @param number the message's number
	 * @return whether the message passes; if not, it must be dropped
	 * @throws IllegalArgumentException if the stream's name is empty or too long for the
	 * gate
	 * @throws IllegalStateException if the gate cannot protect the handling of this
	 * message
	 */
	boolean passes(String stream, LeaderSequenceNumber number);

	/**
	 * The number of the last passed message. It may be outdated at once.
	 * @param stream the name of the stream
	 * @return the number, or empty if none has passed since the last new token
	 */
	Optional<LeaderSequenceNumber> last(String stream);

}
