package io.github.leaderelection.test;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.RevocationReason;
import io.github.leaderelection.spi.ElectionMessage;

/**
 * A decision of the test, as a message of the {@link ScriptedProtocol}.
 */
sealed interface Command extends ElectionMessage {

	@Override
	default long term() {
		return 0;
	}

	/**
	 * This node leads from now on.
	 */
	record Lead() implements Command {
	}

	/**
	 * This node no longer leads, even while work runs.
	 */
	record Revoke(RevocationReason reason) implements Command {
	}

	/**
	 * Another node leads from now on.
	 */
	record Follow(NodeId leader) implements Command {
	}

	/**
	 * The other node that led is no longer known as leader.
	 */
	record Forget() implements Command {
	}

	/**
	 * The node stops at once, even while work runs.
	 */
	record Halt() implements Command {
	}

}
