package io.github.leaderelection.simulator.lab.script;

import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

import io.github.leaderelection.internal.algorithm.Algorithm;
import io.github.leaderelection.internal.quorum.QuorumMessage;

/**
 * The types of messages as a scenario and the pictures name them.
 */
final class MessageTypes {

	private static final SortedSet<String> KNOWN = new TreeSet<>();
	static {
		add(QuorumMessage.class);
		Algorithm.names().forEach((name) -> add(Algorithm.named(name).protocol().messageType()));
	}

	private MessageTypes() {
	}

	private static void add(Class<?> family) {
		for (Class<?> type : family.getPermittedSubclasses()) {
			KNOWN.add(type.getSimpleName());
		}
	}

	/**
	 * Reads {@code messages} for all, or types with commas between them.
	 */
	static List<String> read(Words words) {
		if (words.accept("messages")) {
			return List.of();
		}
		List<String> types = new ArrayList<>();
		do {
			String type = words.next("a type of message");
			if (!KNOWN.contains(type)) {
				throw words.wrong("'" + type + "' is no type of message: use 'messages' for all, or " + KNOWN);
			}
			types.add(type);
		}
		while (words.accept(","));
		return List.copyOf(types);
	}

}
