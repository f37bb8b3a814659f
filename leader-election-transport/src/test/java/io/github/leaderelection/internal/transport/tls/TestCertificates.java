package io.github.leaderelection.internal.transport.tls;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.security.GeneralSecurityException;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.Locale;

import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.X509ExtendedKeyManager;

import org.jspecify.annotations.Nullable;

import org.springframework.boot.ssl.SslBundle;
import org.springframework.boot.ssl.pem.PemSslStoreBundle;
import org.springframework.boot.ssl.pem.PemSslStoreDetails;

/**
 * The certificates in the folder {@code tls}. A context made of one trusts the authority
 * that issued all but that of the stranger.
 */
public enum TestCertificates {

	/** For the host of the tests. */
	LOCALHOST,

	/** For the same host, issued later. */
	RENEWED,

	/** For other hosts. */
	ELSEWHERE,

	/** For the host of the tests, issued by itself. */
	STRANGER;

	private static final String FOLDER = "tls/";

	private static final PemSslStoreDetails TRUST = PemSslStoreDetails
		.forCertificate("classpath:" + FOLDER + "authority.pem");

	private String file(String ending) {
		return FOLDER + name().toLowerCase(Locale.ROOT) + ending;
	}

	/** Presents this certificate. */
	public SSLContext context() {
		return context(PemSslStoreDetails.forCertificate("classpath:" + file(".pem"))
			.withPrivateKey("classpath:" + file(".key")));
	}

	/** Presents this certificate also to those who do not trust its authority. */
	public SSLContext insistentContext() throws GeneralSecurityException {
		SslBundle bundle = bundle(PemSslStoreDetails.forCertificate("classpath:" + file(".pem"))
			.withPrivateKey("classpath:" + file(".key")));
		SSLContext context = SSLContext.getInstance("TLS");
		context.init(
				new KeyManager[] { new Insistent((X509ExtendedKeyManager) bundle.getManagers().getKeyManagers()[0]) },
				bundle.getManagers().getTrustManagers(), null);
		return context;
	}

	/** Presents no certificate. */
	public static SSLContext trustOnly() {
		return context(null);
	}

	private static SSLContext context(@Nullable PemSslStoreDetails keys) {
		return bundle(keys).createSslContext();
	}

	private static SslBundle bundle(@Nullable PemSslStoreDetails keys) {
		return SslBundle.of(new PemSslStoreBundle(keys, TRUST));
	}

	public X509Certificate certificate() {
		try (InputStream file = TestCertificates.class.getClassLoader().getResourceAsStream(file(".pem"))) {
			return (X509Certificate) CertificateFactory.getInstance("X.509").generateCertificate(file);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		catch (CertificateException ex) {
			throw new IllegalStateException(ex);
		}
	}

	/**
	 * Knows one certificate, and does not care whom the other side trusts.
	 */
	private static final class Insistent extends X509ExtendedKeyManager {

		private final X509ExtendedKeyManager keys;

		private Insistent(X509ExtendedKeyManager keys) {
			this.keys = keys;
		}

		@Override
		public String chooseClientAlias(String[] types, Principal[] issuers, Socket socket) {
			return this.keys.chooseClientAlias(types, null, socket);
		}

		@Override
		public String[] getClientAliases(String type, Principal[] issuers) {
			return this.keys.getClientAliases(type, null);
		}

		@Override
		public String chooseServerAlias(String type, Principal[] issuers, Socket socket) {
			return this.keys.chooseServerAlias(type, null, socket);
		}

		@Override
		public String[] getServerAliases(String type, Principal[] issuers) {
			return this.keys.getServerAliases(type, null);
		}

		@Override
		public X509Certificate[] getCertificateChain(String alias) {
			return this.keys.getCertificateChain(alias);
		}

		@Override
		public PrivateKey getPrivateKey(String alias) {
			return this.keys.getPrivateKey(alias);
		}

	}

}
