package io.github.leaderelection.internal.transport.tls;

import java.security.KeyManagementException;
import java.security.SecureRandom;

import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLContextSpi;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLServerSocketFactory;
import javax.net.ssl.SSLSessionContext;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.TrustManager;

import org.jspecify.annotations.Nullable;

/**
 * A TLS context whose engines use only certain protocols and ciphers. Not every client
 * has a setting for them.
 */
public final class RestrictedContext extends SSLContext {

	private RestrictedContext(SSLContext all, String @Nullable [] protocols, String @Nullable [] ciphers) {
		super(new Engines(all, protocols, ciphers), all.getProvider(), all.getProtocol());
	}

	/**
	 * Restricts a context.
	 * @param protocols null for those of the context
	 * @param ciphers null for those of the context
	 */
	public static SSLContext of(SSLContext all, String @Nullable [] protocols, String @Nullable [] ciphers) {
		return (protocols == null && ciphers == null) ? all : new RestrictedContext(all, protocols, ciphers);
	}

	/**
	 * Creates the restricted engines.
	 */
	private static final class Engines extends SSLContextSpi {

		private static final String ENGINES_ONLY = "Connections between members are made by engines";

		private final SSLContext all;

		private final String @Nullable [] protocols;

		private final String @Nullable [] ciphers;

		private Engines(SSLContext all, String @Nullable [] protocols, String @Nullable [] ciphers) {
			this.all = all;
			this.protocols = protocols;
			this.ciphers = ciphers;
		}

		private SSLEngine restricted(SSLEngine engine) {
			engine.setSSLParameters(restricted(engine.getSSLParameters()));
			return engine;
		}

		private SSLParameters restricted(SSLParameters parameters) {
			if (this.protocols != null) {
				parameters.setProtocols(this.protocols);
			}
			if (this.ciphers != null) {
				parameters.setCipherSuites(this.ciphers);
			}
			return parameters;
		}

		@Override
		protected SSLEngine engineCreateSSLEngine() {
			return restricted(this.all.createSSLEngine());
		}

		@Override
		protected SSLEngine engineCreateSSLEngine(String host, int port) {
			return restricted(this.all.createSSLEngine(host, port));
		}

		@Override
		protected SSLParameters engineGetDefaultSSLParameters() {
			return restricted(this.all.getDefaultSSLParameters());
		}

		@Override
		protected SSLParameters engineGetSupportedSSLParameters() {
			return this.all.getSupportedSSLParameters();
		}

		@Override
		protected SSLSessionContext engineGetServerSessionContext() {
			return this.all.getServerSessionContext();
		}

		@Override
		protected SSLSessionContext engineGetClientSessionContext() {
			return this.all.getClientSessionContext();
		}

		@Override
		protected void engineInit(KeyManager[] keys, TrustManager[] trust, SecureRandom random)
				throws KeyManagementException {
			throw new KeyManagementException("The context is made of one that is initialized");
		}

		@Override
		protected SSLSocketFactory engineGetSocketFactory() {
			throw new UnsupportedOperationException(ENGINES_ONLY);
		}

		@Override
		protected SSLServerSocketFactory engineGetServerSocketFactory() {
			throw new UnsupportedOperationException(ENGINES_ONLY);
		}

	}

}
