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

	private static final int NOTHING = 204;

	private static final int GONE = 410;

	/** Whether that node accepted the POST. */
	public boolean isOk() {
		return this.status == OK;
	}

	/** Whether that node has nothing to say. */
	public boolean isNothing() {
		return this.status == NOTHING;
	}

	/** Whether that node does not know the session, and has read nothing. */
	public boolean isUnknownSession() {
		return this.status == GONE && this.close == 0;
	}

}
