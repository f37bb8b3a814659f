package io.github.leaderelection.forward;

import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;

import org.springframework.util.StringUtils;

/**
 * Headers that concern one connection and end with it (RFC 9110, 7.6.1), and those by
 * which nodes know a request that was forwarded.
 */
final class HopHeaders {

	/** In a request: the node that forwarded it. It is not forwarded again. */
	static final String FORWARDED_BY = "Leader-Election-Forwarded-By";

	/** In the answer to such a request: the node that does not lead. */
	static final String NOT_LEADER = "Leader-Election-Not-Leader";

	static final String CONNECTION = "Connection";

	private static final Set<String> ALWAYS = Set.of("connection", "keep-alive", "proxy-connection",
			"proxy-authenticate", "proxy-authorization", "proxy-authentication-info", "te", "trailer",
			"transfer-encoding", "upgrade");

	private HopHeaders() {
	}

	/**
	 * All that end here.
	 * @param connection the values of the header {@code Connection}, which names more
	 */
	static Set<String> of(List<String> connection) {
		Set<String> names = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
		names.addAll(ALWAYS);
		for (String value : connection) {
			for (String name : StringUtils.tokenizeToStringArray(value, ",")) {
				names.add(name.toLowerCase(Locale.ROOT));
			}
		}
		return names;
	}

	static List<String> list(Enumeration<String> values) {
		return Collections.list(values);
	}

}
