package io.github.leaderelection.internal.forward.message;

import java.util.Locale;
import java.util.Set;

/**
 * Headers of a single connection (RFC 9110, 7.6.1), and those that mark forwarded
 * requests.
 */
public final class HopHeaders {

	/** In a request: the node that forwarded it. The request is not forwarded again. */
	public static final String FORWARDED_BY = "Leader-Election-Forwarded-By";

	/** In the answer to such a request: the node that does not lead. */
	public static final String NOT_LEADER = "Leader-Election-Not-Leader";

	private static final Set<String> ALWAYS = Set.of("connection", "keep-alive", "proxy-connection",
			"proxy-authenticate", "proxy-authorization", "proxy-authentication-info", "te", "trailer",
			"transfer-encoding", "upgrade", "http2-settings");

	private HopHeaders() {
	}

	/**
	 * Whether a header is not forwarded. Headers that {@code Connection} names are
	 * forwarded, or a client could remove headers that proxies have added.
	 */
	static boolean endsHere(String name) {
		return ALWAYS.contains(name.toLowerCase(Locale.ROOT));
	}

}
