package io.github.leaderelection.internal.transport.listener;

import java.security.SecureRandom;
import java.security.cert.X509Certificate;

import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLServerSocketFactory;
import javax.net.ssl.SSLSessionContext;
import javax.net.ssl.TrustManager;

import io.github.leaderelection.internal.transport.tls.PeerTls;
import org.apache.tomcat.util.net.SSLContext;
import org.jspecify.annotations.Nullable;

/**
 * Gives Tomcat the present TLS context at each connection. So the next connection uses
 * renewed certificates without a restart of the listener.
 */
record PresentContext(PeerTls tls) implements SSLContext {

	@Override
	public SSLEngine createSSLEngine() {
		return this.tls.context().createSSLEngine();
	}

	@Override
	public SSLParameters getSupportedSSLParameters() {
		return this.tls.context().getSupportedSSLParameters();
	}

	@Override
	public SSLSessionContext getServerSessionContext() {
		return this.tls.context().getServerSessionContext();
	}

	@Override
	public SSLServerSocketFactory getServerSocketFactory() {
		return this.tls.context().getServerSocketFactory();
	}

	@Override
	public void init(KeyManager[] keys, TrustManager[] trust, SecureRandom random) {
		// The context is initialized.
	}

	@Override
	public void destroy() {
		// The context belongs to the node.
	}

	/** Returns null, as only Tomcat's log uses the chain. */
	@Override
	public X509Certificate @Nullable [] getCertificateChain(String alias) {
		return null;
	}

	@Override
	public X509Certificate[] getAcceptedIssuers() {
		return new X509Certificate[0];
	}

}
