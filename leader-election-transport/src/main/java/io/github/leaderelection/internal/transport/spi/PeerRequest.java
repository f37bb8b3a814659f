package io.github.leaderelection.internal.transport.spi;

import java.security.cert.X509Certificate;
import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * The head of a request that claims to come from another node, on any web server.
 */
public interface PeerRequest {

	/** The HTTP method. */
	String method();

	/** The first header of that name, or null. */
	@Nullable String header(String name);

	/** All headers of that name. */
	List<String> headers(String name);

	/** The announced length of the body, or -1. */
	long contentLength();

	/**
	 * Whether the request comes from this machine and was not forwarded by a proxy on it.
	 * Without a secret only this check keeps strangers away, so it does not trust
	 * headers.
	 */
	boolean isFromThisMachine();

	/**
	 * The certificate of the node that dialled, or null. The server has checked it and
	 * its issuer.
	 */
	default @Nullable X509Certificate certificate() {
		return null;
	}

	/** The address of the other side without its port. */
	String remoteHost();

	/** The port of the other side. */
	int remotePort();

}
