package io.github.leaderelection.fencing.web;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Normalizes the path of a request as servers do to find its handler: without parameters,
 * decoded, without empty and dotted parts, and without a slash at the end.
 */
final class RequestPath {

	private RequestPath() {
	}

	/**
	 * Normalizes a path.
	 * @param raw the path as the client wrote it
	 * @throws IllegalArgumentException for a '%' without two hexadecimal digits
	 */
	static String of(String raw) {
		StringBuilder bare = new StringBuilder(raw.length());
		for (String part : raw.split("/", -1)) {
			int parameters = part.indexOf(';');
			bare.append('/').append((parameters < 0) ? part : part.substring(0, parameters));
		}
		// In a path a plus is not a space.
		String decoded = URLDecoder.decode(bare.toString().replace("+", "%2B"), StandardCharsets.UTF_8);
		Deque<String> parts = new ArrayDeque<>();
		for (String part : decoded.split("/")) {
			if (part.equals("..")) {
				parts.pollLast();
			}
			else if (!part.isEmpty() && !part.equals(".")) {
				parts.addLast(part);
			}
		}
		return '/' + String.join("/", parts);
	}

}
