package io.github.leaderelection.internal.transport.spi;

import java.net.URI;
import java.net.URISyntaxException;

import org.jspecify.annotations.Nullable;

/**
 * The form of a node's base URL: {@code http(s)://host:port}, optionally with a path.
 */
public final class BaseUrl {

	private static final int MAX_PORT = 65_535;

	private BaseUrl() {
	}

	/**
	 * Reads a base URL that another node wrote. Returns null if it does not have that
	 * form.
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
	 * Returns why a URL is not a base URL, as a sentence without full stop. Null if it is
	 * one.
	 */
	public static @Nullable String flaw(URI url) {
		String scheme = url.getScheme();
		if (scheme == null || !(scheme.equalsIgnoreCase("http") || scheme.equalsIgnoreCase("https"))) {
			return "The URL must begin with http:// or https://";
		}
		if (url.getHost() == null) {
			return (url.getRawAuthority() != null && url.getRawAuthority().contains("_"))
					? "The host contains '_', which host names may not contain" : "The URL has no host";
		}
		if (url.getPort() < 1 || url.getPort() > MAX_PORT) {
			return "The URL has no port between 1 and " + MAX_PORT;
		}
		if (url.getRawUserInfo() != null || url.getRawQuery() != null || url.getRawFragment() != null) {
			return "The URL has parts other than scheme, host, port and path";
		}
		return null;
	}

}
