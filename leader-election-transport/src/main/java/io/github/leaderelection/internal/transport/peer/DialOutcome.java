package io.github.leaderelection.internal.transport.peer;

import io.github.leaderelection.spi.LinkLoss;
import org.jspecify.annotations.Nullable;

/**
 * Receives the outcome of a dial; only the first call counts. Called from any thread;
 * does not block.
 */
public interface DialOutcome {

	/** For an accepted connection, which no dialler waits for. */
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
	 * @param loss what the failure says about the member, or null for nothing
	 */
	void failed(@Nullable LinkLoss loss, String why);

}
