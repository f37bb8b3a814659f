package io.github.leaderelection.internal.transport.peer;

import io.github.leaderelection.spi.LinkLoss;
import org.jspecify.annotations.Nullable;

/**
 * Receives the outcome of a dial; only the first call counts. Called from any thread;
 * does not block.
 */
public interface DialOutcome {

	/** The outcome for an accepted connection, for which no dialler waits. */
	DialOutcome NONE = new DialOutcome() {

		@Override
		public void linked() {
		}

		@Override
		public void postponed() {
		}

		@Override
		public void failed(@Nullable LinkLoss loss, String why) {
		}

	};

	/** The member is linked. */
	void linked();

	/** The member answered, but does not take the connection now. */
	void postponed();

	/**
	 * No link came about.
	 * @param loss the loss that the failure shows, or null if it shows none
	 */
	void failed(@Nullable LinkLoss loss, String why);

}
