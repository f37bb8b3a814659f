package io.github.leaderelection.internal.transport.tls;

import java.net.http.HttpClient;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

import javax.net.ssl.SSLContext;

/**
 * The JDK's HTTP client with the present certificates. It dials directly, whatever proxy
 * the JVM has: a proxy would see cookies, and answer in a member's place. Safe for use
 * from any thread.
 */
public final class CertifiedClient {

	private final ReentrantLock renewing = new ReentrantLock();

	private final PeerTls tls;

	private final Supplier<HttpClient.Builder> builders;

	private volatile Certified certified;

	/**
	 * Creates the first client.
	 * @param tls the TLS settings for https URLs
	 * @param builders gives a builder with all other settings, a new one for each client
	 */
	public CertifiedClient(PeerTls tls, Supplier<HttpClient.Builder> builders) {
		this.tls = tls;
		this.builders = builders;
		this.certified = certified(tls.context());
	}

	private Certified certified(SSLContext context) {
		return new Certified(context,
				this.builders.get()
					.proxy(HttpClient.Builder.NO_PROXY)
					.sslContext(context)
					.sslParameters(context.getDefaultSSLParameters())
					.build());
	}

	/**
	 * The client with the present certificates. Connections of an earlier client stay
	 * open. An earlier client ends with its last connection, once nothing refers to it.
	 */
	public HttpClient present() {
		SSLContext present = this.tls.context();
		Certified known = this.certified;
		return (known.context() == present) ? known.client() : renewed(present);
	}

	/** The client that was made last. */
	public HttpClient last() {
		return this.certified.client();
	}

	private HttpClient renewed(SSLContext present) {
		this.renewing.lock();
		try {
			if (this.certified.context() != present) {
				this.certified = certified(present);
			}
			return this.certified.client();
		}
		finally {
			this.renewing.unlock();
		}
	}

	/**
	 * A client and the TLS context that it was made with.
	 */
	private record Certified(SSLContext context, HttpClient client) {
	}

}
