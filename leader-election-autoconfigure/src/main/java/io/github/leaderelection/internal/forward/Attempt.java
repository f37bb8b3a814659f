package io.github.leaderelection.internal.forward;

import java.net.http.HttpResponse;

import io.github.leaderelection.internal.forward.message.AnswerBody;
import io.github.leaderelection.internal.forward.message.HopHeaders;

/**
 * What came of asking a leader.
 */
sealed interface Attempt {

	/**
	 * It answers.
	 *
	 * @param response the head of its answer; whoever takes it reads or discards the body
	 */
	record Answered(HttpResponse<AnswerBody> response) implements Attempt {

		/** Whether the node says that it does not lead. */
		boolean isRefusal() {
			return this.response.headers().firstValue(HopHeaders.NOT_LEADER).isPresent();
		}

	}

	/**
	 * It does not.
	 *
	 * @param outcome why
	 * @param detail why, a sentence for the client
	 */
	record Failed(ForwardOutcome outcome, String detail) implements Attempt {
	}

}
