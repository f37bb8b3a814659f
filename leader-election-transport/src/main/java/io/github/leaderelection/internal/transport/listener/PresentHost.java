package io.github.leaderelection.internal.transport.listener;

import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.KeyStore;

import javax.net.ssl.SSLParameters;

import io.github.leaderelection.internal.transport.tls.PeerTls;
import org.apache.tomcat.util.net.SSLHostConfig;
import org.apache.tomcat.util.net.SSLHostConfigCertificate;

/**
 * Tomcat's TLS settings for members: the present context, its protocols and ciphers.
 */
final class PresentHost extends SSLHostConfig {

	private static final long serialVersionUID = 1L;

	private final transient PeerTls tls;

	private PresentHost(PeerTls tls) {
		this.tls = tls;
		setCertificateVerification(tls.certificatesNeeded() ? "required" : "none");
	}

	static PresentHost of(PeerTls tls) throws IOException {
		PresentHost host = new PresentHost(tls);
		SSLHostConfigCertificate certificate = new SSLHostConfigCertificate(host,
				SSLHostConfigCertificate.Type.UNDEFINED);
		certificate.setSslContext(new PresentContext(tls));
		// Without a key store the log would name a file that is not read.
		certificate.setCertificateKeystore(noKeys());
		host.addCertificate(certificate);
		return host;
	}

	private static KeyStore noKeys() throws IOException {
		try {
			KeyStore keys = KeyStore.getInstance(KeyStore.getDefaultType());
			keys.load(null);
			return keys;
		}
		catch (GeneralSecurityException ex) {
			throw new IOException("This Java platform has no key store of its default type", ex);
		}
	}

	private SSLParameters parameters() {
		return this.tls.context().getDefaultSSLParameters();
	}

	@Override
	public String[] getEnabledProtocols() {
		return parameters().getProtocols();
	}

	@Override
	public String[] getEnabledCiphers() {
		return parameters().getCipherSuites();
	}

}
