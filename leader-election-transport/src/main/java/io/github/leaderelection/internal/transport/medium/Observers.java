package io.github.leaderelection.internal.transport.medium;

import java.util.Objects;

import io.github.leaderelection.internal.view.ViewSource;

/**
 * Who may observe a member, and what it shows.
 *
 * @param places how many observers it may have at a time
 * @param views what they see
 */
public record Observers(int places, ViewSource views) {

	/** No observer at all. */
	public static final Observers NONE = new Observers(0, ViewSource.NONE);

	/**
	 * Checks the values.
	 * @throws IllegalArgumentException if the number is negative
	 */
	public Observers {
		Objects.requireNonNull(views, "views");
		if (places < 0) {
			throw new IllegalArgumentException("There are " + places + " places for observers: use 0 for none");
		}
	}

}
