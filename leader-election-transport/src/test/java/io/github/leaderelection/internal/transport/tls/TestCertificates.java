package io.github.leaderelection.internal.transport.tls;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.Locale;

import javax.net.ssl.SSLContext;

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

	/** Presents no certificate. */
	public static SSLContext trustOnly() {
		return context(null);
	}

	private static SSLContext context(@Nullable PemSslStoreDetails keys) {
		return SslBundle.of(new PemSslStoreBundle(keys, TRUST)).createSslContext();
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

}
