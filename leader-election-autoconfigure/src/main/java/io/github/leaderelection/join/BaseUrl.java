package io.github.leaderelection.join;

import java.net.URI;
import java.net.URISyntaxException;

import org.jspecify.annotations.Nullable;

/**
 * The base URL of a node as another wrote it.
 */
final class BaseUrl {

	private static final int MAX_PORT = 65_535;

	private BaseUrl() {
	}

	/**
	 * Reads a URL.
	 * @return the URL, or null if it is not {@code http(s)://host:port} with nothing but
	 * a path behind
	 */
	static @Nullable URI parse(String text) {
		try {
			URI url = new URI(text);
			boolean plain = url.getRawUserInfo() == null && url.getRawQuery() == null && url.getRawFragment() == null;
			boolean web = "http".equals(url.getScheme()) || "https".equals(url.getScheme());
			boolean placed = url.getHost() != null && url.getPort() >= 1 && url.getPort() <= MAX_PORT;
			return (plain && web && placed) ? url : null;
		}
		catch (URISyntaxException ex) {
			return null;
		}
	}

}
