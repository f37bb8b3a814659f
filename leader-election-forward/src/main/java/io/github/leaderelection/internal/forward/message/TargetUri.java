package io.github.leaderelection.internal.forward.message;

import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;

/**
 * The URL on the leader: its base URL in the member list, followed by the path and query
 * of the request as the client wrote them.
 */
public final class TargetUri {

	/** The characters of RFC 3986 without the percent sign. */
	private static final String LEGAL = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~"
			+ "!$&'()*+,;=:@/?";

	private TargetUri() {
	}

	/**
	 * Creates the URL.
	 * @param base the base URL of the leader, without a trailing slash; a request cannot
	 * change its scheme, host or port
	 */
	public static URI of(URI base, ClientRequest request) {
		String behind = request.path().pathWithinApplication().value();
		if (!behind.isEmpty() && behind.charAt(0) != '/') {
			throw new IllegalArgumentException("The path '" + behind + "' does not begin with '/'");
		}
		String query = request.query();
		String tail = (query != null) ? behind + "?" + query : behind;
		try {
			return new URI(base + tail);
		}
		catch (URISyntaxException ex) {
			// Web servers accept some characters that are illegal in a URI.
			return URI.create(base + encoded(tail));
		}
	}

	/** The context path of this node, which {@link #of} omits. */
	static String ownPrefix(ClientRequest request) {
		return request.path().contextPath().value();
	}

	private static String encoded(String text) {
		StringBuilder encoded = new StringBuilder();
		byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
		for (int i = 0; i < bytes.length; i++) {
			char c = (char) (bytes[i] & 0xff);
			if (LEGAL.indexOf(c) >= 0 || (c == '%' && isHex(bytes, i + 1) && isHex(bytes, i + 2))) {
				encoded.append(c);
			}
			else {
				encoded.append(String.format("%%%02X", (int) c));
			}
		}
		return encoded.toString();
	}

	private static boolean isHex(byte[] bytes, int index) {
		return index < bytes.length && Character.digit(bytes[index], 16) >= 0;
	}

}
