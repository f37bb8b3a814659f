package io.github.leaderelection.test;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.RevocationReason;
import io.github.leaderelection.spi.ElectionMessage;

/**
 * What a test decides; the messages of the {@link ScriptedProtocol}.
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
	 * This node leads no more, whatever work runs.
	 *
	 * @param reason why
	 */
	record Revoke(RevocationReason reason) implements Command {
	}

	/**
	 * Another node leads from now on.
	 *
	 * @param leader the other node
	 */
	record Follow(NodeId leader) implements Command {
	}

	/**
	 * The other node that led is known as leader no more.
	 */
	record Forget() implements Command {
	}

	/**
	 * The node stops at once, whatever work runs.
	 */
	record Halt() implements Command {
	}

}
