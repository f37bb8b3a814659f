package io.github.leaderelection.fencing;

/**
 * A write came under a fencing token that is lower than one its resource has seen: a
 * newer leader has written since. It must not be tried again under this token.
 */
public class StaleTokenException extends RuntimeException {

	private static final long serialVersionUID = 1L;

	private final String resource;

	private final long token;

	private final long highest;

	/**
	 * Says what was refused.
	 * @param resource what was to be written to
	 * @param token the token it was to be written under
	 * @param highest the highest token that the resource has seen
	 */
	public StaleTokenException(String resource, long token, long highest) {
		super("The fencing token " + token + " is stale: '" + resource + "' has seen " + highest
				+ ", so a newer leader writes to it. End this work; only the present leader may do it again");
		this.resource = resource;
		this.token = token;
		this.highest = highest;
	}

	/**
	 * What was to be written to.
	 * @return the name of the resource
	 */
	public String resource() {
		return this.resource;
	}

	/**
	 * The token that was refused.
	 * @return the token
	 */
	public long token() {
		return this.token;
	}

	/**
	 * The highest token that the resource had seen when this one was refused.
	 * @return the token, higher than the one refused
	 */
	public long highest() {
		return this.highest;
	}

}
