package io.github.leaderelection.internal.forward.message;

import java.net.http.HttpRequest;
import java.util.Locale;
import java.util.Set;

import io.github.leaderelection.NodeId;
import jakarta.servlet.http.HttpServletRequest;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;

/**
 * What the leader is sent before the body: all that the client said, but for what
 * concerns the connection or is said anew.
 */
public final class RequestHead {

	/** The client of the leader sets them itself. */
	private static final Set<String> SAID_ANEW = Set.of("host", "content-length", "expect");

	private RequestHead() {
	}

	/**
	 * Copies the headers.
	 * @param self this node, so that the leader knows a forwarded request
	 */
	public static void copy(HttpServletRequest request, HttpRequest.Builder target, @Nullable NodeId self) {
		for (String name : HopHeaders.list(request.getHeaderNames())) {
			if (HopHeaders.endsHere(name) || SAID_ANEW.contains(name.toLowerCase(Locale.ROOT))
					|| OriginHeaders.includes(name) || name.equalsIgnoreCase(HopHeaders.FORWARDED_BY)) {
				continue;
			}
			HopHeaders.list(request.getHeaders(name)).forEach((value) -> target.header(name, value));
		}
		OriginHeaders.add(request, target);
		target.setHeader(HopHeaders.FORWARDED_BY, (self != null) ? self.value() : "unknown");
	}

	/** The length of the body the client announced, -1 for none. */
	static long contentLength(HttpServletRequest request) {
		String text = request.getHeader(HttpHeaders.CONTENT_LENGTH);
		return (text != null) ? request.getContentLengthLong() : -1;
	}

}
