package io.github.leaderelection.fencing.web;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;

/**
 * Normalizes the path of a request as servers do to find its handler. The result is
 * decoded, without parameters, empty and dotted parts, and without a trailing slash.
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
		Deque<String> parts = new ArrayDeque<>();
		for (String part : parts(raw)) {
			if (part.equals("..")) {
				parts.pollLast();
			}
			else if (!part.equals(".")) {
				parts.addLast(part);
			}
		}
		return '/' + String.join("/", parts);
	}

	/**
	 * Normalizes a path except for its dotted parts.
	 * @param raw the path as the client wrote it
	 * @throws IllegalArgumentException for a '%' without two hexadecimal digits
	 */
	static String withDots(String raw) {
		return '/' + String.join("/", parts(raw));
	}

	/** The decoded parts of a path, without empty ones. */
	private static List<String> parts(String raw) {
		StringBuilder bare = new StringBuilder(raw.length());
		for (String part : raw.split("/", -1)) {
			int parameters = part.indexOf(';');
			bare.append('/').append((parameters < 0) ? part : part.substring(0, parameters));
		}
		// In a path a plus is not a space.
		String decoded = URLDecoder.decode(bare.toString().replace("+", "%2B"), StandardCharsets.UTF_8);
		return Arrays.stream(decoded.split("/")).filter((part) -> !part.isEmpty()).toList();
	}

}
