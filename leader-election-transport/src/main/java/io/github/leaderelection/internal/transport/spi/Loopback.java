package io.github.leaderelection.internal.transport.spi;

import java.io.IOException;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.UnknownHostException;
import java.util.List;
import java.util.function.Predicate;

import org.jspecify.annotations.Nullable;

/**
 * Decides whether the other side is on this machine. Without a secret only this check
 * keeps strangers away, so it does not trust headers.
 */
public final class Loopback {

	private static final List<String> FORWARDING = List.of("Forwarded", "X-Forwarded-For", "X-Forwarded-Host",
			"X-Forwarded-Proto", "X-Forwarded-By", "X-Real-IP", "Via");

	private Loopback() {
	}

	/**
	 * Whether all addresses of a host are loopback addresses. Returns false for an
	 * unknown host. May block to look up the host.
	 * @param host a name or an address, an IPv6 address in brackets
	 */
	public static boolean isHost(String host) {
		try {
			for (InetAddress address : InetAddress.getAllByName(host)) {
				if (!address.isLoopbackAddress()) {
					return false;
				}
			}
			return true;
		}
		catch (UnknownHostException ex) {
			return false;
		}
	}

	/**
	 * The same URL by loopback if its host is this machine, else the URL itself. May
	 * block to look up the host.
	 */
	public static URI ofThisMachine(URI url) {
		try {
			if (NetworkInterface.getByInetAddress(InetAddress.getByName(url.getHost())) == null) {
				return url;
			}
			return new URI(url.getScheme(), null, "localhost", url.getPort(), url.getPath(), null, null);
		}
		catch (IOException | URISyntaxException ex) {
			return url;
		}
	}

	/** Whether a request was forwarded by a proxy. */
	public static boolean isForwarded(Predicate<String> present) {
		return FORWARDING.stream().anyMatch(present);
	}

	/**
	 * Whether an address, not a name, is a loopback address.
	 */
	public static boolean isAddress(@Nullable String address) {
		// A host name must not be looked up here.
		return address != null && (address.indexOf(':') >= 0 || address.matches("\\d+(\\.\\d+){3}")) && isHost(address);
	}

}
