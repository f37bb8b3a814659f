package io.github.leaderelection.internal.transport.http;

import org.jspecify.annotations.Nullable;

/**
 * The answer of another node to a POST.
 *
 * @param session the id of the session, or null
 * @param close the code with which that node closes the session, or 0
 */
public record Answer(int status, @Nullable String session, int close, String body) {

	static final int OK = 200;

	/** Whether that node accepted the POST. */
	public boolean isOk() {
		return this.status == OK;
	}

}
