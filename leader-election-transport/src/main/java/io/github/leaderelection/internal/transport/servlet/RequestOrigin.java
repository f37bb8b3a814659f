package io.github.leaderelection.internal.transport.servlet;

import io.github.leaderelection.internal.transport.spi.Loopback;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletRequestWrapper;
import jakarta.servlet.http.HttpServletRequest;
import org.jspecify.annotations.Nullable;

/**
 * Decides whether a servlet request comes from this machine.
 */
public final class RequestOrigin {

	private RequestOrigin() {
	}

	/**
	 * Whether a request comes from this machine and was not forwarded by a proxy on it.
	 * Both ends of its connection must be loopback, as a server may take the remote
	 * address from a forwarding header.
	 */
	public static boolean isThisMachine(HttpServletRequest request) {
		for (ServletRequest each = request; each != null; each = wrapped(each)) {
			if (each instanceof HttpServletRequest http && Loopback.isForwarded((h) -> http.getHeader(h) != null)) {
				return false;
			}
			if (!Loopback.isAddress(each.getRemoteAddr()) || !Loopback.isAddress(each.getLocalAddr())) {
				return false;
			}
		}
		return true;
	}

	private static @Nullable ServletRequest wrapped(ServletRequest request) {
		return (request instanceof ServletRequestWrapper wrapper) ? wrapper.getRequest() : null;
	}

}
