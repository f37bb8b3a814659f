package io.github.leaderelection.internal.store;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * The name of a group's state file: the same for no two groups, on file systems that tell
 * upper from lower case and on those that do not.
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
			// '~' occurs in no name that was not shortened.
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
			throw new IllegalStateException("Every Java platform has SHA-256, but this one does not", ex);
		}
	}

}
