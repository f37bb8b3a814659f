package io.github.leaderelection.internal.forward.message;

import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Headers that concern one connection and end with it (RFC 9110, 7.6.1), and those by
 * which nodes know a request that was forwarded.
 */
public final class HopHeaders {

	/** In a request: the node that forwarded it. It is not forwarded again. */
	public static final String FORWARDED_BY = "Leader-Election-Forwarded-By";

	/** In the answer to such a request: the node that does not lead. */
	public static final String NOT_LEADER = "Leader-Election-Not-Leader";

	private static final Set<String> ALWAYS = Set.of("connection", "keep-alive", "proxy-connection",
			"proxy-authenticate", "proxy-authorization", "proxy-authentication-info", "te", "trailer",
			"transfer-encoding", "upgrade", "http2-settings");

	private HopHeaders() {
	}

	/**
	 * Whether a header ends here. What else the header {@code Connection} may name goes
	 * on: a client must not take a header from a request that it is not alone to write.
	 */
	static boolean endsHere(String name) {
		return ALWAYS.contains(name.toLowerCase(Locale.ROOT));
	}

	static List<String> list(Enumeration<String> values) {
		return Collections.list(values);
	}

}
