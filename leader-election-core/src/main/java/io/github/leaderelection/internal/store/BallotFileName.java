package io.github.leaderelection.internal.store;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * Derives the unique name of a group's state file. Names differ on case-sensitive and
 * case-insensitive file systems.
 */
final class BallotFileName {

	private static final String SUFFIX = ".ballot";

	private static final String KEPT = "abcdefghijklmnopqrstuvwxyz0123456789-_";

	/** Most file systems allow 255 bytes. */
	private static final int MAX_ENCODED = 200;

	private static final int KEPT_OF_LONG = 100;

	private BallotFileName() {
	}

	static String of(String group) {
		byte[] bytes = group.getBytes(StandardCharsets.UTF_8);
		StringBuilder encoded = new StringBuilder();
		for (byte b : bytes) {
			if (KEPT.indexOf(b) >= 0) {
				encoded.append((char) b);
			}
			else {
				encoded.append('%').append(HexFormat.of().withUpperCase().toHexDigits(b));
			}
		}
		if (encoded.length() > MAX_ENCODED) {
			// Only shortened names contain '~'.
			encoded.setLength(KEPT_OF_LONG);
			encoded.append('~').append(digest(bytes));
		}
		return encoded.append(SUFFIX).toString();
	}

	private static String digest(byte[] bytes) {
		try {
			return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
		}
		catch (NoSuchAlgorithmException ex) {
			throw new IllegalStateException("This Java platform lacks SHA-256, which every platform has to offer", ex);
		}
	}

}
