package io.github.leaderelection.spi;

import java.util.Objects;

/**
 * How often states on disks have been saved, which tells an older copy of a state from
 * the newest. Carried by messages that are rare.
 *
 * @param saves how often the sender's state has been saved, 0 where that is not counted
 * @param identity the identity of the receiver's state that the sender remembers, empty
 * for none
 * @param remembered how often that state had been saved by then
 */
public record StateAge(long saves, String identity, long remembered) {

	/** The longest identity that can have been saved. */
	private static final int MAX_IDENTITY = 255;

	/**
	 * Checks the ranges.
	 * @throws IllegalArgumentException if a count is negative or the identity too long
	 */
	public StateAge {
		Objects.requireNonNull(identity, "identity");
		if (saves < 0 || remembered < 0 || identity.length() > MAX_IDENTITY) {
			throw new IllegalArgumentException("Not the age of a state: " + saves + " saves, " + remembered
					+ " remembered of an identity of " + identity.length() + " characters");
		}
	}

}
