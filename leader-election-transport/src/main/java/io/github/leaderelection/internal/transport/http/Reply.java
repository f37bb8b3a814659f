package io.github.leaderelection.internal.transport.http;

import io.github.leaderelection.internal.transport.medium.RefusalReason;
import org.jspecify.annotations.Nullable;

/**
 * What this node answers to a POST.
 *
 * @param status the HTTP status
 * @param session the id of the session, or null
 * @param close the code with which it closes the session, or 0
 * @param body the body
 * @param last whether the connection below ends with it
 */
public record Reply(int status, @Nullable String session, int close, String body, boolean last) {

	private static final int GONE = 410;

	private static final int UNAVAILABLE = 503;

	/** There is no such session, or there is none any more. */
	static Reply gone(int close, String body) {
		return new Reply(GONE, null, close, body, false);
	}

	/**
	 * A POST that went no further; nothing more is read from whom it came.
	 * @param reason why
	 * @return the answer
	 */
	public static Reply refused(RefusalReason reason) {
		return new Reply(reason.httpStatus(), null, reason.closeCode(), "", true);
	}

	/** A POST that was read and not taken. */
	static Reply notTaken(RefusalReason reason) {
		return new Reply(reason.httpStatus(), null, 0, "", false);
	}

	/**
	 * Not now.
	 * @return the answer
	 */
	public static Reply unavailable() {
		return new Reply(UNAVAILABLE, null, 0, "", true);
	}

	/**
	 * The answer to a question beside all sessions.
	 * @param body the body
	 * @return the answer
	 */
	public static Reply told(String body) {
		return new Reply(Answer.OK, null, 0, body, false);
	}

	/** The answer to a greeting. */
	static Reply greeting(String session, String body) {
		return new Reply(Answer.OK, session, 0, body, false);
	}

	/** A POST of a session that was taken. */
	static Reply taken(String body, boolean last) {
		return new Reply(Answer.OK, null, 0, body, last);
	}

}
