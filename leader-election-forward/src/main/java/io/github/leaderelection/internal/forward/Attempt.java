package io.github.leaderelection.internal.forward;

import java.net.http.HttpResponse;

import io.github.leaderelection.internal.forward.message.AnswerBody;
import io.github.leaderelection.internal.forward.message.HopHeaders;

/**
 * The outcome of a request to a leader.
 */
sealed interface Attempt {

	/** Ignores the answer, if there is one. */
	default void discard() {
	}

	/**
	 * The leader answered.
	 *
	 * @param response the head of the answer; the receiver must read or discard the body
	 */
	record Answered(HttpResponse<AnswerBody> response) implements Attempt {

		/** Whether the answer says that the node does not lead. */
		boolean isRefusal() {
			return this.response.headers().firstValue(HopHeaders.NOT_LEADER).isPresent();
		}

		@Override
		public void discard() {
			this.response.body().discard();
		}

	}

	/**
	 * The leader did not answer.
	 *
	 * @param detail the reason, as a sentence for the client
	 */
	record Failed(ForwardOutcome outcome, String detail) implements Attempt {
	}

}
