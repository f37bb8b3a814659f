package io.github.leaderelection.fencing;

import java.util.Optional;

import io.github.leaderelection.LeaderSequenceNumber;

/**
 * Stands where messages of leaders arrive: lets each pass once, in rising order of their
 * sequence numbers, and drops what is behind: what came twice, what was overtaken, and
 * all that an older leader still sends. Numbers may be missing in between; who needs them
 * all puts a {@link SequenceBuffer} in front of it. Safe for use from any thread.
 */
public interface SequenceGate {

	/**
	 * Lets a message pass if its number is higher than every one before, and remembers
	 * it.
	 * @param stream what the message belongs to, the same name at every receiver that
	 * shares the gate
	 * @param number the message's number
	 * @return whether it passes; if not, it is to be dropped
	 * @throws IllegalArgumentException if the stream's name is empty or too long for the
	 * gate
	 * @throws IllegalStateException if the gate cannot protect what is done with the
	 * message here
	 */
	boolean passes(String stream, LeaderSequenceNumber number);

	/**
	 * The number of the message that passed last. There may be a newer one already when
	 * the caller looks at it.
	 * @param stream what the message belongs to
	 * @return the number, empty if none has passed since the last new token
	 */
	Optional<LeaderSequenceNumber> last(String stream);

}
