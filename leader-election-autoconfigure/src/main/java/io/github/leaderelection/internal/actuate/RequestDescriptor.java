package io.github.leaderelection.internal.actuate;

import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.OperationResponseBody;

/**
 * What became of a request to the endpoint.
 *
 * @param group the group that was named
 * @param action the action that was asked for, null where none was
 * @param outcome what became of it
 * @param message the outcome in words; for a request that was not granted why, and what
 * helps
 */
@JsonInclude
public record RequestDescriptor(String group, @Nullable String action, Outcome outcome,
		String message) implements OperationResponseBody {

	/**
	 * What may become of a request.
	 */
	public enum Outcome {

		/**
		 * It is as was asked: leadership was given up, or the node is paused or resumed.
		 */
		DONE,

		/** Leadership is being given up: work that runs is still awaited. */
		IN_PROGRESS,

		/** The election refused, as things are now. */
		REFUSED,

		/** The request can never be granted. */
		INVALID,

		/** This node has no such group. */
		UNKNOWN_GROUP

	}

}
