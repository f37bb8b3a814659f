package io.github.leaderelection.internal.transport.server;

import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

import io.github.leaderelection.internal.transport.spi.PeerHeaders;
import io.github.leaderelection.internal.transport.spi.RefusalReason;
import org.jspecify.annotations.Nullable;

/**
 * The answer of this node to a POST.
 *
 * @param session the id of the session, or null
 * @param close the code with which this node closes the session, or 0
 * @param last whether the server closes the TCP connection after the answer
 */
public record Reply(int status, @Nullable String session, int close, String body, boolean last) {

	private static final int OK = 200;

	private static final int NOTHING = 204;

	private static final int NOT_FOUND = 404;

	private static final int GONE = 410;

	private static final int UNAVAILABLE = 503;

	/** The session is unknown, or has ended. */
	public static Reply gone(int close, String body) {
		return new Reply(GONE, null, close, body, false);
	}

	/** The POST is refused and its connection closed. */
	public static Reply refused(RefusalReason reason) {
		return new Reply(reason.httpStatus(), null, reason.closeCode(), "", true);
	}

	/** The POST is refused, but its session goes on. */
	public static Reply notTaken(RefusalReason reason) {
		return new Reply(reason.httpStatus(), null, 0, "", false);
	}

	/** The sender may try again. */
	public static Reply unavailable() {
		return new Reply(UNAVAILABLE, null, 0, "", true);
	}

	/** Answers a question that belongs to no session. */
	public static Reply told(String body) {
		return new Reply(OK, null, 0, body, false);
	}

	/** There is nothing to say, so nothing is sealed. */
	public static Reply nothing() {
		return new Reply(NOTHING, null, 0, "", false);
	}

	/** Answers the first POST of a session. */
	public static Reply greeting(String session, String body) {
		return new Reply(OK, session, 0, body, false);
	}

	/** A later POST of a session is accepted. */
	public static Reply taken(String body, boolean last) {
		return new Reply(OK, null, 0, body, last);
	}

	/** This node does not answer such requests. */
	public static Reply notFound() {
		return new Reply(NOT_FOUND, null, 0, "", true);
	}

	/** The headers of the answer, without the length of its body. */
	public Map<String, String> headers() {
		Map<String, String> headers = new LinkedHashMap<>();
		headers.put("Content-Type", PeerHeaders.CONTENT_TYPE);
		headers.put("Cache-Control", "no-store");
		if (this.session != null) {
			headers.put(PeerHeaders.HTTP_SESSION, this.session);
		}
		if (this.close != 0) {
			headers.put(PeerHeaders.CLOSE, Integer.toString(this.close));
		}
		if (this.last) {
			headers.put("Connection", "close");
		}
		return headers;
	}

	public byte[] bytes() {
		return this.body.getBytes(StandardCharsets.UTF_8);
	}

}
