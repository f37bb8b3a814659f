package io.github.leaderelection.internal.actuate;

import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.actuate.endpoint.OperationResponseBody;

/**
 * The outcome of a request to the endpoint.
 *
 * @param action the requested action, or null
 * @param message the outcome in words; for a refused request the reason and the remedy
 * @param node the id of the node that answers
 */
@JsonInclude
public record RequestDescriptor(String group, @Nullable String action, Outcome outcome, String message,
		String node) implements OperationResponseBody {

	/**
	 * The possible outcomes of a request.
	 */
	public enum Outcome {

		/**
		 * The request succeeded: leadership was given up, the node is paused or resumed,
		 * or a partition is pinned or not.
		 */
		DONE,

		/**
		 * Leadership or a partition is being given up; running work has not ended yet.
		 */
		IN_PROGRESS,

		/** The election or the plan refuses the request in the present situation. */
		REFUSED,

		/** The request is invalid. */
		INVALID,

		/** The group is unknown. */
		UNKNOWN_GROUP

	}

}
