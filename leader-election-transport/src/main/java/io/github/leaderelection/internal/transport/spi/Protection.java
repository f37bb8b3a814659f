package io.github.leaderelection.internal.transport.spi;

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
		return (text == null || text.isEmpty()) ? null : text;
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
