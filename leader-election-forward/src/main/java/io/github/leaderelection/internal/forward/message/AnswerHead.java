package io.github.leaderelection.internal.forward.message;

import java.net.URI;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Copies the status and headers of the leader's answer, except for those of the
 * connection. They replace headers from filters of this node, because the leader's
 * filters set the same. Cookies are added.
 */
public final class AnswerHead {

	private static final Set<String> URLS = Set.of("location", "content-location");

	private static final String SET_COOKIE = "Set-Cookie";

	private AnswerHead() {
	}

	public static void copy(HttpResponse<?> answer, URI leader, ClientRequest request, AnswerTarget target) {
		target.status(answer.statusCode());
		answer.headers().map().forEach((name, values) -> {
			if (HopHeaders.endsHere(name) || name.startsWith(":")) {
				return;
			}
			boolean url = URLS.contains(name.toLowerCase(Locale.ROOT));
			boolean adding = name.equalsIgnoreCase(SET_COOKIE);
			for (String value : url ? own(values, leader, request) : values) {
				if (adding) {
					target.add(name, value);
				}
				else {
					target.set(name, value);
					adding = true;
				}
			}
		});
	}

	/**
	 * Replaces a URL on the leader, which the client may not reach, by the same path on
	 * this node. A path with two leading slashes would name another host.
	 */
	private static List<String> own(List<String> values, URI leader, ClientRequest request) {
		String prefix = leader.toString();
		return values.stream().map((value) -> {
			String behind = value.startsWith(prefix) ? value.substring(prefix.length()) : "";
			String own = TargetUri.ownPrefix(request) + behind;
			return (behind.startsWith("/") && !own.startsWith("//")) ? own : value;
		}).toList();
	}

}
