package io.github.leaderelection.simulator;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.function.Consumer;

/**
 * Takes the trace of a run and digests what machines did in it. What belongs to no
 * machine, such as the plan of the run, is left out.
 */
final class RunDigest implements Consumer<String> {

	private static final String OF_NO_MACHINE = " -- ";

	private final MessageDigest digest;

	RunDigest() {
		try {
			this.digest = MessageDigest.getInstance("SHA-256");
		}
		catch (NoSuchAlgorithmException ex) {
			throw new IllegalStateException(ex);
		}
	}

	@Override
	public void accept(String line) {
		if (!line.startsWith(OF_NO_MACHINE, line.indexOf(' ', 1))) {
			this.digest.update(line.getBytes(StandardCharsets.UTF_8));
			this.digest.update((byte) '\n');
		}
	}

	/**
	 * Ends the digest.
	 * @return its first 16 bytes in hexadecimal digits
	 */
	String hex() {
		return HexFormat.of().formatHex(this.digest.digest(), 0, 16);
	}

}
