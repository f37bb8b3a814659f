package io.github.leaderelection.internal.settings;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.transport.spi.BaseUrl;

/**
 * A configured base URL in its normal form: scheme and host in lower case, without a
 * trailing slash.
 */
public record PeerAddress(URI url) {

	private static final String EXAMPLE = "Write it as http://host:8080, with the context path behind the port where "
			+ "there is one";

	/**
	 * Reads a base URL.
	 * @param key the key of the value
	 * @throws InvalidElectionConfigurationException if the text is no base URL
	 */
	public static PeerAddress parse(String key, String text) {
		checkPlaceholders(key, text);
		try {
			URI uri = new URI(text);
			String flaw = BaseUrl.flaw(uri);
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

	/** Checks for placeholders without a value, or with that of a Kubernetes Service. */
	private static void checkPlaceholders(String key, String text) {
		if (text.contains("${")) {
			throw new InvalidElectionConfigurationException(key, text, Placeholders.CAUSE, Placeholders.REMEDY);
		}
		if (ServiceVariable.isIn(text)) {
			throw new InvalidElectionConfigurationException(key, text,
					"It contains the address of a Kubernetes Service in place of a port", ServiceVariable.CAUSE);
		}
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

	/** The id of a node without a configured one. */
	public NodeId defaultId() {
		return NodeId.of(host() + ":" + port());
	}

}
