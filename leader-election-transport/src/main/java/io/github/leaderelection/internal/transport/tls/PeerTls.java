package io.github.leaderelection.internal.transport.tls;

import java.net.URI;
import java.security.NoSuchAlgorithmException;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.function.Supplier;

import javax.net.ssl.SSLContext;

import org.jspecify.annotations.Nullable;

/**
 * TLS between members. Safe for use from any thread.
 *
 * @param contexts gives the present context, a new object after certificates are renewed
 * @param certificatesNeeded whether each member has to prove its host by a certificate
 */
public record PeerTls(Supplier<SSLContext> contexts, boolean certificatesNeeded) {

	/** The JVM's default trust, without certificates of this node. */
	public static final PeerTls OF_JVM = new PeerTls(PeerTls::ofJvm, false);

	private static SSLContext ofJvm() {
		try {
			return SSLContext.getDefault();
		}
		catch (NoSuchAlgorithmException ex) {
			throw new IllegalStateException("A peer has an https URL, but the JVM has no default SSL context: check "
					+ "the javax.net.ssl system properties, or set leader-election.transport.ssl.bundle", ex);
		}
	}

	/** The present context. New connections use it, open ones stay as they are. */
	public SSLContext context() {
		return this.contexts.get();
	}

	/** Whether connections to a URL are by TLS. */
	public static boolean isSecure(URI url) {
		return "https".equalsIgnoreCase(url.getScheme());
	}

	/**
	 * Returns why a certificate does not prove that its holder is the member at a URL.
	 * @param presented the certificate of the node that dialled, or null
	 * @param url the URL of the member, or null if it is unknown
	 * @return a part of a sentence, or null if nothing is missing
	 */
	public @Nullable String flaw(@Nullable X509Certificate presented, @Nullable URI url) {
		if (!this.certificatesNeeded) {
			return null;
		}
		if (url == null) {
			return "the URL of the member is unknown";
		}
		if (presented == null) {
			return "it presented no certificate for " + url.getHost();
		}
		List<String> hosts = CertificateHosts.of(presented);
		return CertificateHosts.include(hosts, url.getHost()) ? null
				: "its certificate is for " + hosts + ", its URL has the host " + url.getHost();
	}

}
