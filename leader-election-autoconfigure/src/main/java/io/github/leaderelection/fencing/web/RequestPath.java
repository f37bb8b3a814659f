package io.github.leaderelection.fencing.web;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * The path of a request in the one form that all ways to write it have in common, as
 * servers find its handler: without parameters, decoded, without empty and dotted parts,
 * and without a slash at its end.
 */
final class RequestPath {

	private RequestPath() {
	}

	/**
	 * The one form of a path.
	 * @param raw the path as the client wrote it
	 * @throws IllegalArgumentException if it has a '%' without two hexadecimal digits
	 */
	static String of(String raw) {
		StringBuilder bare = new StringBuilder(raw.length());
		for (String part : raw.split("/", -1)) {
			int parameters = part.indexOf(';');
			bare.append('/').append((parameters < 0) ? part : part.substring(0, parameters));
		}
		// A plus is no space in a path.
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
