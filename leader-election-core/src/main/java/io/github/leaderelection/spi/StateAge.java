package io.github.leaderelection.spi;

import java.util.Objects;

/**
 * The numbers of saves of saved states, which reveal a restored older copy. Only rare
 * messages carry it.
 *
 * @param saves how often the sender's state was saved; 0 if the store does not count
 * @param identity the identity of the receiver's state that the sender remembers; empty
 * for none
 * @param remembered how often that state was saved, as the sender remembers
 */
public record StateAge(long saves, String identity, long remembered) {

	/** The longest identity that can be saved. */
	private static final int MAX_IDENTITY = 255;

	/**
	 * Checks the ranges.
	 * @throws IllegalArgumentException if a count is negative or the identity too long
	 */
	public StateAge {
		Objects.requireNonNull(identity, "identity");
		if (saves < 0 || remembered < 0 || identity.length() > MAX_IDENTITY) {
			throw new IllegalArgumentException("Invalid state age: " + saves + " saves, " + remembered
					+ " remembered for an identity of " + identity.length() + " characters");
		}
	}

}
