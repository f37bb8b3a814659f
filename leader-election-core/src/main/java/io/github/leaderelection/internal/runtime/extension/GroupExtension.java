package io.github.leaderelection.internal.runtime.extension;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.protocol.Effect;
import io.github.leaderelection.internal.protocol.Event;
import io.github.leaderelection.spi.ElectionMessage;
import io.github.leaderelection.spi.Envelope;

/**
 * A part beside the election of one group, fed by its events and effects. Called by the
 * thread that runs the loop. It contains its own failures: an exception ends the loop.
 */
public interface GroupExtension {

	/** No further check is needed. */
	long NEVER = Long.MAX_VALUE;

	/** Begins before the first effect is performed. */
	default void begin() {
	}

	/** Performs an effect; returns false if it is another part's. */
	default boolean perform(Effect<?> effect) {
		return false;
	}

	/**
	 * Takes an effect of the election before it is performed, neither saves nor the stop.
	 * One that is withheld is neither performed nor seen by other extensions;
	 * {@link GroupHost#perform} makes up for it.
	 * @return whether it is withheld
	 */
	default boolean withholds(Effect<?> effect) {
		return false;
	}

	/**
	 * Whether nobody may be told that a member leads. Called on any thread.
	 * @param fencingToken of its leadership, 0 where it is not known
	 */
	default boolean hides(NodeId leader, long fencingToken) {
		return false;
	}

	/**
	 * Takes an effect of the election that was performed, or failed. Neither saves nor
	 * the stop; called only for what an {@link ExtensionFactory} made.
	 */
	default void performed(Effect<?> effect) {
	}

	/** Takes a message of {@link ExtensionFactory#messageType()} from a linked member. */
	default void received(Envelope<? extends ElectionMessage> message) {
	}

	/** Takes an event that the election has handled. */
	default void handled(Event<?> event, long monotonicNanos) {
	}

	/**
	 * Checks itself after events, and when it asked for it.
	 * @return after how many nanoseconds to check again, or {@link #NEVER}
	 */
	default long check(long monotonicNanos) {
		return NEVER;
	}

	/**
	 * Gives up what has waited too long, when a check is due.
	 * @return whether there was anything
	 */
	default boolean expire() {
		return false;
	}

	/** Ends with the group, perhaps on another thread; never fails. */
	default void end() {
	}

}
