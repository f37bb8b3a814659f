package io.github.leaderelection.simulator.scenario.stage;

import java.util.function.Predicate;

import io.github.leaderelection.internal.quorum.QuorumMessage;
import io.github.leaderelection.simulator.network.Transit;

/**
 * Which messages are meant.
 */
public final class Which {

	private Which() {
	}

	/**
	 * Messages of a type.
	 * @param type the type
	 * @return whether a message is of it
	 */
	public static Predicate<Transit> type(Class<? extends QuorumMessage> type) {
		return (transit) -> type.isInstance(transit.envelope().body());
	}

	/**
	 * Messages from a machine.
	 * @param machine the machine
	 * @return whether a message is from it
	 */
	public static Predicate<Transit> from(int machine) {
		return (transit) -> transit.from() == machine;
	}

	/**
	 * Messages to a machine.
	 * @param machine the machine
	 * @return whether a message is to it
	 */
	public static Predicate<Transit> to(int machine) {
		return (transit) -> transit.to() == machine;
	}

}
