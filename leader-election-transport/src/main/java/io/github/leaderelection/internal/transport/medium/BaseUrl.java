package io.github.leaderelection.internal.transport.medium;

import java.net.URI;
import java.net.URISyntaxException;

import org.jspecify.annotations.Nullable;

/**
 * What the base URL of a node looks like: {@code http(s)://host:port} with nothing but a
 * path behind.
 */
public final class BaseUrl {

	private static final int MAX_PORT = 65_535;

	private BaseUrl() {
	}

	/**
	 * Reads a base URL that another node wrote.
	 * @param text the URL
	 * @return the URL as it was written, null if it is none
	 */
	public static @Nullable URI parse(String text) {
		try {
			URI url = new URI(text);
			return (flaw(url) == null) ? url : null;
		}
		catch (URISyntaxException ex) {
			return null;
		}
	}

	/**
	 * What keeps a URL from being the base URL of a node.
	 * @param url the URL
	 * @return a sentence without its full stop, null if nothing does
	 */
	public static @Nullable String flaw(URI url) {
		String scheme = url.getScheme();
		if (scheme == null || !(scheme.equalsIgnoreCase("http") || scheme.equalsIgnoreCase("https"))) {
			return "The URL of a node begins with http:// or https://";
		}
		if (url.getHost() == null) {
			return (url.getRawAuthority() != null && url.getRawAuthority().contains("_"))
					? "The host has a '_', which no host name may have" : "The URL has no host";
		}
		if (url.getPort() < 1 || url.getPort() > MAX_PORT) {
			return "The URL has no port between 1 and " + MAX_PORT;
		}
		if (url.getRawUserInfo() != null || url.getRawQuery() != null || url.getRawFragment() != null) {
			return "The URL has more than scheme, host, port and path";
		}
		return null;
	}

}
