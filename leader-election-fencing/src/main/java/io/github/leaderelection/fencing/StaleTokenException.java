package io.github.leaderelection.fencing;

import io.github.leaderelection.LeaderSequenceNumber;

/**
 * The fencing token of a write is lower than one that the resource has seen, so a newer
 * leader or owner has written since. The write must not be retried with this token.
 */
public class StaleTokenException extends RuntimeException {

	private static final long serialVersionUID = 1L;

	private final String resource;

	private final long token;

	private final long highest;

	/**
	 * Creates an exception for a refused write.
	 * @param resource the name of the resource
	 * @param token the refused token
	 * @param highest the highest token that the resource has seen
	 */
	public StaleTokenException(String resource, long token, long highest) {
		this(resource, token, highest, "The fencing token " + token + " is stale: '" + resource + "' has seen "
				+ highest + ", so a newer leader writes to it. End this work; only the present leader may repeat it");
	}

	/**
	 * Creates an exception for a refused write of an owner.
	 * @param resource the name of the resource
	 * @param token the refused token with its counter
	 * @param highest the highest token that the resource has seen
	 * @param highestCounter the highest counter under that token, 0 for none
	 */
	public StaleTokenException(String resource, LeaderSequenceNumber token, long highest, long highestCounter) {
		this(resource, token.fencingToken(), highest,
				"The fencing token (" + token.fencingToken() + ", " + token.counter() + ") is stale: '" + resource
						+ "' has seen (" + highest + ", " + highestCounter
						+ "), so a newer owner writes to it. End this work; only the present owner may repeat it");
	}

	private StaleTokenException(String resource, long token, long highest, String message) {
		super(message);
		this.resource = resource;
		this.token = token;
		this.highest = highest;
	}

	/**
	 * The resource of the refused write.
	 * @return the name of the resource
	 */
	public String resource() {
		return this.resource;
	}

	/**
	 * The refused token.
	 * @return the token
	 */
	public long token() {
		return this.token;
	}

	/**
	 * The highest token that the resource had seen at the refusal.
	 * @return the token, higher than the refused one, or equal with a higher counter
	 */
	public long highest() {
		return this.highest;
	}

}
