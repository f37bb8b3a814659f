package io.github.leaderelection.internal.transport.http;

import org.jspecify.annotations.Nullable;

/**
 * What another node answered to a POST.
 *
 * @param status the HTTP status
 * @param session the id of the session, or null
 * @param close the code with which it closes the session, or 0
 * @param body the body
 */
public record Answer(int status, @Nullable String session, int close, String body) {

	static final int OK = 200;

	/**
	 * Whether the POST was taken.
	 * @return whether the status says so
	 */
	public boolean isOk() {
		return this.status == OK;
	}

}
