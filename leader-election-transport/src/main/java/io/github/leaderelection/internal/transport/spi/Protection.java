package io.github.leaderelection.internal.transport.spi;

import java.net.URI;

import io.github.leaderelection.internal.transport.tls.PeerTls;
import org.jspecify.annotations.Nullable;

/**
 * The protection of a node's transport against strangers.
 *
 * @param secret the secret that all nodes share; null for none, when only loopback peers
 * are accepted in both directions
 * @param previous the previous secret, also accepted while nodes change the secret; null
 * for none
 * @param tls the TLS settings for https URLs
 */
public record Protection(@Nullable String secret, @Nullable String previous, PeerTls tls) {

	public Protection {
		secret = textOrNull(secret);
		previous = textOrNull(previous);
	}

	private static @Nullable String textOrNull(@Nullable String text) {
		return (text == null || text.isBlank()) ? null : text;
	}

	/**
	 * Judges a request by its headers and its origin.
	 * @param understood whether both sides speak a common version
	 * @return why to refuse the request, or null to accept it
	 */
	public @Nullable RefusalReason judge(PeerRequest request, boolean understood) {
		if (request.header("Origin") != null) {
			return RefusalReason.ORIGIN;
		}
		if (this.secret == null && !request.isFromThisMachine()) {
			return RefusalReason.NOT_LOOPBACK;
		}
		return understood ? null : RefusalReason.VERSION;
	}

	/**
	 * Returns why this node must not dial a URL, or null if it may. May block to look up
	 * the host.
	 */
	public @Nullable RefusalReason reasonNotToDial(URI url) {
		if (this.secret == null && !Loopback.isHost(url.getHost())) {
			return RefusalReason.NOT_LOOPBACK;
		}
		return (this.tls.certificatesNeeded() && !PeerTls.isSecure(url)) ? RefusalReason.CERTIFICATE : null;
	}

	/** Protection by a secret alone, or none if it is null. */
	public static Protection of(@Nullable String secret) {
		return new Protection(secret, null, PeerTls.OF_JVM);
	}

	/**
	 * Does not contain the secrets.
	 */
	@Override
	public String toString() {
		return "Protection[secret=" + ((this.secret != null) ? "set" : "none") + ", previous="
				+ ((this.previous != null) ? "set" : "none") + ", certificatesNeeded=" + this.tls.certificatesNeeded()
				+ "]";
	}

}
