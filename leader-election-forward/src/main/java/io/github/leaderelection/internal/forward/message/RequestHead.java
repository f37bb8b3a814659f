package io.github.leaderelection.internal.forward.message;

import java.net.http.HttpRequest;
import java.util.Locale;
import java.util.Set;

import io.github.leaderelection.NodeId;
import org.jspecify.annotations.Nullable;

/**
 * Copies the headers of the client's request, except for those of the connection and
 * those that are recreated.
 */
public final class RequestHead {

	/** The HTTP client sets these itself. */
	private static final Set<String> SAID_ANEW = Set.of("host", "content-length", "expect");

	private RequestHead() {
	}

	/**
	 * Copies the headers.
	 * @param self this node, which marks the request as forwarded
	 */
	public static void copy(ClientRequest request, HttpRequest.Builder target, @Nullable NodeId self) {
		for (String name : request.headerNames()) {
			if (HopHeaders.endsHere(name) || SAID_ANEW.contains(name.toLowerCase(Locale.ROOT))
					|| OriginHeaders.includes(name) || name.equalsIgnoreCase(HopHeaders.FORWARDED_BY)) {
				continue;
			}
			request.headers(name).forEach((value) -> target.header(name, value));
		}
		OriginHeaders.add(request, target);
		target.setHeader(HopHeaders.FORWARDED_BY, (self != null) ? self.value() : "unknown");
	}

}
