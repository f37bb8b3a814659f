package io.github.leaderelection.http;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.HexFormat;

import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

import org.jspecify.annotations.Nullable;

/**
 * Proves that a POST or its answer belongs to a session, comes from one side of it, is
 * the one of its sequence number, and says what it says. Safe for use from any thread.
 */
final class Seal {

	private static final String ALGORITHM = "HmacSHA256";

	private final String session;

	private final SecretKeySpec key;

	/**
	 * Makes a seal.
	 * @param session the id of the session
	 * @param key what only its two sides can compute
	 */
	Seal(String session, byte[] key) {
		this.session = session;
		this.key = new SecretKeySpec(key, ALGORITHM);
	}

	/**
	 * Of a POST.
	 * @param close the code with which it closes the session, or 0
	 */
	String ofPost(Direction from, long sequence, int close, byte[] body) {
		return mac("leader-election post", from, sequence, close, body);
	}

	/**
	 * Of the answer to a POST. What it says beside its code is in no answer of a session.
	 * @param from who answers
	 * @param sequence of the POST
	 * @param close the code with which it closes the session, or 0
	 */
	String ofAnswer(Direction from, long sequence, int close) {
		return mac("leader-election answer", from, sequence, close, new byte[0]);
	}

	static boolean matches(String expected, @Nullable String given) {
		return given != null && MessageDigest.isEqual(expected.getBytes(StandardCharsets.US_ASCII),
				given.getBytes(StandardCharsets.UTF_8));
	}

	private String mac(String purpose, Direction from, long sequence, int close, byte[] body) {
		ByteArrayOutputStream sealed = new ByteArrayOutputStream();
		append(sealed, purpose.getBytes(StandardCharsets.UTF_8));
		append(sealed, this.session.getBytes(StandardCharsets.UTF_8));
		append(sealed, from.name().getBytes(StandardCharsets.UTF_8));
		append(sealed, ByteBuffer.allocate(Long.BYTES).putLong(sequence).array());
		append(sealed, ByteBuffer.allocate(Integer.BYTES).putInt(close).array());
		append(sealed, body);
		try {
			Mac mac = Mac.getInstance(ALGORITHM);
			mac.init(this.key);
			return HexFormat.of().formatHex(mac.doFinal(sealed.toByteArray()));
		}
		catch (GeneralSecurityException ex) {
			throw new IllegalStateException("Every Java platform has " + ALGORITHM + ", but this one does not", ex);
		}
	}

	/** With its length before it, so that no two lists of parts look alike. */
	private static void append(ByteArrayOutputStream to, byte[] part) {
		to.writeBytes(ByteBuffer.allocate(Integer.BYTES).putInt(part.length).array());
		to.writeBytes(part);
	}

}
