package io.github.leaderelection.internal.transport.peer;

import io.github.leaderelection.spi.LinkLoss;
import org.jspecify.annotations.Nullable;

/**
 * Hears how a dial ended; only the first call counts. Its methods may be called from any
 * thread and do not block.
 */
public interface DialOutcome {

	/** For a connection that was accepted: nobody waits for it. */
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

	/** The member is there, but does not want the connection now. */
	void postponed();

	/**
	 * There is no link.
	 * @param loss what it says about the member, or null for nothing
	 * @param why for the operator
	 */
	void failed(@Nullable LinkLoss loss, String why);

}
