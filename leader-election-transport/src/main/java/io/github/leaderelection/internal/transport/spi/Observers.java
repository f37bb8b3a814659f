package io.github.leaderelection.internal.transport.spi;

import java.util.Objects;

import io.github.leaderelection.internal.view.ViewSource;

/**
 * The number of observers that a member accepts, and the views that it shows.
 *
 * @param places how many observers the member may have at a time
 */
public record Observers(int places, ViewSource views) {

	/** One observer in this many may be dialling at a time. */
	private static final int PER_DIALLING = 10;

	private static final int MOST_DIALLING = 100;

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

	/**
	 * How many connections of observers may be unauthenticated at a time. When a member
	 * ends, all its observers dial the other members.
	 */
	public int dialling() {
		return Math.min(this.places / PER_DIALLING + Integer.signum(this.places % PER_DIALLING), MOST_DIALLING);
	}

}
