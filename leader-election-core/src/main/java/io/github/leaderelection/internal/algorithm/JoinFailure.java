package io.github.leaderelection.internal.algorithm;

import java.util.List;

import io.github.leaderelection.internal.protocol.ElectionSettings;

/**
 * What becomes of a start where no member lets the node in, in elections whose members
 * join by seed nodes.
 */
public enum JoinFailure {

	/** It is reported, and the node goes on asking in the background. */
	GO_ON("go-on"),

	/** The start fails. */
	STOP("stop");

	/** The name of the option that says so. */
	public static final String OPTION = "join-failure";

	private final String word;

	JoinFailure(String word) {
		this.word = word;
	}

	/**
	 * What was chosen.
	 * @return the choice, {@link #GO_ON} unless set
	 * @throws IllegalArgumentException if the option cannot be used; the message names
	 * it, the value and the remedy
	 */
	public static JoinFailure of(ElectionSettings settings) {
		String chosen = settings.options().choice(OPTION, GO_ON.word, List.of(GO_ON.word, STOP.word));
		return chosen.equals(STOP.word) ? STOP : GO_ON;
	}

}
