package io.github.leaderelection.fencing.web;

import java.util.List;

/**
 * Servlet patterns for WebFlux. They match normalized paths, like the search for
 * handlers, so that no spelling of a path evades them. A router may resolve dotted parts,
 * or use {@code ..} as a variable's value. So a path matches if either form does.
 *
 * @param patterns {@code /*}, {@code /path/*}, {@code *.suffix} or {@code /path}
 */
record UrlPatterns(List<String> patterns) {

	/**
	 * Checks the patterns.
	 * @throws IllegalArgumentException if a pattern is no servlet pattern
	 */
	UrlPatterns {
		patterns = List.copyOf(patterns);
		for (String pattern : patterns) {
			if (!pattern.startsWith("/") && !pattern.startsWith("*.")) {
				throw new IllegalArgumentException("The pattern '" + pattern
						+ "' is no servlet pattern: use '/*', '/path/*', '*.suffix' or '/path'");
			}
		}
	}

	/** Whether a request matches; true for a path that cannot be decoded. */
	boolean match(FencedResource.Request request) {
		String within = request.path().substring(request.contextPath().length());
		try {
			String path = RequestPath.of(within);
			String dotted = RequestPath.withDots(within);
			return this.patterns.stream().anyMatch((pattern) -> matches(pattern, path) || matches(pattern, dotted));
		}
		catch (IllegalArgumentException ex) {
			return true;
		}
	}

	private static boolean matches(String pattern, String path) {
		if (pattern.startsWith("*.")) {
			return path.endsWith(pattern.substring(1));
		}
		if (pattern.endsWith("/*")) {
			String root = pattern.substring(0, pattern.length() - 2);
			return path.equals(root) || path.startsWith(root + "/");
		}
		return pattern.equals("/") || path.equals(pattern);
	}

}
