package io.github.leaderelection.internal.keys;

import java.util.List;
import java.util.stream.Collectors;

/**
 * Thrown if configured keys belong to no setting.
 */
public final class UnknownKeysException extends RuntimeException {

	private static final long serialVersionUID = 1L;

	private static final String REMEDY = "Correct the keys or remove them: Spring Boot ignores unknown keys, and "
			+ "defaults would be in force. Keys of your own below leader-election need a description in "
			+ KeyMetadata.ADDITIONAL + ".";

	private final String description;

	UnknownKeysException(List<String> keys) {
		super(description(keys) + "\n\n" + REMEDY);
		this.description = description(keys);
	}

	private static String description(List<String> keys) {
		return keys.stream()
			.collect(Collectors.joining("\n\n    ",
					((keys.size() == 1) ? "No setting has this key" : "No setting has one of these keys") + ":\n\n    ",
					""));
	}

	/** The problem: each key with its value, its origin and the nearest key. */
	public String description() {
		return this.description;
	}

	/** The remedy. */
	public String remedy() {
		return REMEDY;
	}

}
