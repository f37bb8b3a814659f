package io.github.leaderelection.internal.transport.wire;

/**
 * Checks nonces and proofs in hexadecimal digits.
 */
final class HexDigits {

	private HexDigits() {
	}

	/**
	 * Checks that a text encodes {@link HandshakeFrame#BYTES} bytes.
	 * @throws IllegalArgumentException if it does not
	 */
	static void require(String text) {
		int digits = 2 * HandshakeFrame.BYTES;
		if (text.length() != digits) {
			throw new IllegalArgumentException(
					"Not " + digits + " hexadecimal digits but " + text.length() + " characters");
		}
		for (int i = 0; i < text.length(); i++) {
			char c = text.charAt(i);
			if ((c < '0' || c > '9') && (c < 'a' || c > 'f')) {
				throw new IllegalArgumentException("Not a hexadecimal digit at position " + i);
			}
		}
	}

}
