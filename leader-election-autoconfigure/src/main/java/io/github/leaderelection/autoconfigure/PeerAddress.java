package io.github.leaderelection.autoconfigure;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;

import io.github.leaderelection.NodeId;
import org.jspecify.annotations.Nullable;

/**
 * A base URL as somebody wrote it, in one spelling: scheme and host in lower case,
 * without a slash at the end.
 *
 * @param url the URL
 */
record PeerAddress(URI url) {

	private static final String EXAMPLE = "Write it as http://host:8080, with the context path behind the port where "
			+ "there is one";

	private static final int MAX_PORT = 65_535;

	/**
	 * Reads a base URL.
	 * @param key the key it is the value of
	 * @param text the URL
	 * @throws InvalidElectionConfigurationException if it is none
	 */
	static PeerAddress parse(String key, String text) {
		try {
			URI uri = new URI(text);
			String flaw = flaw(uri);
			if (flaw != null) {
				throw new InvalidElectionConfigurationException(key, text, flaw, EXAMPLE);
			}
			return new PeerAddress(normalize(uri));
		}
		catch (URISyntaxException ex) {
			throw new InvalidElectionConfigurationException(key, text, "This is no URL: " + ex.getReason(), EXAMPLE,
					ex);
		}
	}

	private static @Nullable String flaw(URI uri) {
		String scheme = uri.getScheme();
		if (scheme == null || !(scheme.equalsIgnoreCase("http") || scheme.equalsIgnoreCase("https"))) {
			return "The URL of a node begins with http:// or https://";
		}
		if (uri.getHost() == null) {
			return (uri.getRawAuthority() != null && uri.getRawAuthority().contains("_"))
					? "The host has a '_', which no host name may have" : "The URL has no host";
		}
		if (uri.getPort() < 1 || uri.getPort() > MAX_PORT) {
			return "The URL has no port between 1 and " + MAX_PORT;
		}
		if (uri.getRawUserInfo() != null || uri.getRawQuery() != null || uri.getRawFragment() != null) {
			return "The URL has more than scheme, host, port and path";
		}
		return null;
	}

	private static URI normalize(URI uri) throws URISyntaxException {
		String path = (uri.getPath() != null) ? uri.getPath() : "";
		while (path.endsWith("/")) {
			path = path.substring(0, path.length() - 1);
		}
		return new URI(uri.getScheme().toLowerCase(Locale.ROOT), null, uri.getHost().toLowerCase(Locale.ROOT),
				uri.getPort(), path, null, null);
	}

	String host() {
		return this.url.getHost();
	}

	int port() {
		return this.url.getPort();
	}

	/** The id of a node that was not given one. */
	NodeId defaultId() {
		return NodeId.of(host() + ":" + port());
	}

}
