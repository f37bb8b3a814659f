package io.github.leaderelection.internal.transport.medium;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;

import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletRequestWrapper;
import jakarta.servlet.http.HttpServletRequest;
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
	 * Whether a request comes from this machine and was not forwarded by a proxy on it.
	 * Both ends of its connection must be loopback, for a server may take the remote
	 * address from a forwarding header.
	 */
	public static boolean isSource(HttpServletRequest request) {
		for (ServletRequest each = request; each != null; each = wrapped(each)) {
			if (each instanceof HttpServletRequest http
					&& FORWARDING.stream().anyMatch((h) -> http.getHeader(h) != null)) {
				return false;
			}
			if (!isAddress(each.getRemoteAddr()) || !isAddress(each.getLocalAddr())) {
				return false;
			}
		}
		return true;
	}

	private static @Nullable ServletRequest wrapped(ServletRequest request) {
		return (request instanceof ServletRequestWrapper wrapper) ? wrapper.getRequest() : null;
	}

	private static boolean isAddress(@Nullable String address) {
		// A host name must not be looked up here.
		return address != null && (address.indexOf(':') >= 0 || address.matches("\\d+(\\.\\d+){3}")) && isHost(address);
	}

}
