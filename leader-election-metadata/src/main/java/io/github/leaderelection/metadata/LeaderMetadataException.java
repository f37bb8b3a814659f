package io.github.leaderelection.metadata;

import java.io.Serial;

/**
 * Metadata that were not read, or not written for certain. The message names the remedy.
 *
 * @author Leader Election contributors
 * @since 0.1.0
 */
public class LeaderMetadataException extends RuntimeException {

	@Serial
	private static final long serialVersionUID = 1L;

	private final Outcome outcome;

	/**
	 * Creates an exception.
	 * @param outcome whether a write may still be seen
	 * @param message what happened, and the remedy
	 */
	public LeaderMetadataException(Outcome outcome, String message) {
		super(message);
		this.outcome = outcome;
	}

	/**
	 * Whether a write may still be seen.
	 * @return the outcome
	 */
	public Outcome outcome() {
		return this.outcome;
	}

	/**
	 * How a call ended that did not succeed.
	 */
	public enum Outcome {

		/** Nobody will ever see the write: this instance does not lead, or not yet. */
		REFUSED,

		/** Nobody will ever see the write: too many came within a second. */
		BUSY,

		/**
		 * Leadership ended, or members did not answer in time. A later leader shows the
		 * write, or nobody ever will: read the value there before doing it again.
		 */
		UNKNOWN

	}

}
