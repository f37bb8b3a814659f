package io.github.leaderelection.internal.transport.seal;

import java.security.GeneralSecurityException;

import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * The keyed hash of everything in this package.
 */
final class Hmac {

	private static final String ALGORITHM = "HmacSHA256";

	private Hmac() {
	}

	static Mac of(byte[] key) {
		try {
			Mac mac = Mac.getInstance(ALGORITHM);
			mac.init(new SecretKeySpec(key, ALGORITHM));
			return mac;
		}
		catch (GeneralSecurityException ex) {
			throw new IllegalStateException("Every Java platform has " + ALGORITHM + ", but this one does not", ex);
		}
	}

}
