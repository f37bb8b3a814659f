package io.github.leaderelection.internal.forward;

import java.net.http.HttpResponse;

import io.github.leaderelection.internal.forward.message.HopHeaders;

/**
 * The outcome of a request to a leader.
 */
public sealed interface Attempt<B> {

	/**
	 * The leader answered.
	 *
	 * @param response the head of the answer; the receiver must read or discard the body
	 */
	record Answered<B>(HttpResponse<B> response) implements Attempt<B> {

		/** Whether the answer says that the node does not lead. */
		public boolean isRefusal() {
			return this.response.headers().firstValue(HopHeaders.NOT_LEADER).isPresent();
		}

	}

	/**
	 * The leader did not answer.
	 *
	 * @param detail the reason, as a sentence for the client
	 */
	record Failed<B>(ForwardOutcome outcome, String detail) implements Attempt<B> {
	}

}
