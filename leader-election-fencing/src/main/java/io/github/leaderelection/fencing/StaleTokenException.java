package io.github.leaderelection.fencing;

/**
 * The fencing token of a write is lower than one that the resource has seen, so a newer
 * leader has written since. The write must not be retried with this token.
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
		super("The fencing token " + token + " is stale: '" + resource + "' has seen " + highest
				+ ", so a newer leader writes to it. End this work; only the present leader may repeat it");
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
	 * @return the token, higher than the refused one
	 */
	public long highest() {
		return this.highest;
	}

}
