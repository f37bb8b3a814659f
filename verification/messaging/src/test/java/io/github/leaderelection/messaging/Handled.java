package io.github.leaderelection.messaging;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * The messages that all instances of an application have handled, each with whether its
 * instance led, or owned the partition of the messages.
 */
final class Handled {

	static final List<String> MESSAGES = new CopyOnWriteArrayList<>();

	static final List<String> ELSEWHERE = new CopyOnWriteArrayList<>();

	private Handled() {
	}

	static void handle(String message, boolean here) {
		if (!here) {
			ELSEWHERE.add(message);
		}
		MESSAGES.add(message);
	}

}
