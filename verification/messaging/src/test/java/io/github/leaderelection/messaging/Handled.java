package io.github.leaderelection.messaging;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

import io.github.leaderelection.LeaderElector;

/**
 * The messages that all instances of an application have handled, each with whether its
 * instance led.
 */
final class Handled {

	static final List<String> MESSAGES = new CopyOnWriteArrayList<>();

	static final List<String> WITHOUT_LEADING = new CopyOnWriteArrayList<>();

	private Handled() {
	}

	static void handle(String message, LeaderElector elector) {
		if (!elector.isLeader()) {
			WITHOUT_LEADING.add(message);
		}
		MESSAGES.add(message);
	}

}
