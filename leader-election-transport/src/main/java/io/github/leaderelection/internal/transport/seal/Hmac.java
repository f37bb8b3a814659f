package io.github.leaderelection.internal.transport.seal;

import java.security.GeneralSecurityException;

import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * The keyed hash that this package uses.
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
			throw new IllegalStateException(
					"This Java platform lacks " + ALGORITHM + ", which every platform has to offer", ex);
		}
	}

}
