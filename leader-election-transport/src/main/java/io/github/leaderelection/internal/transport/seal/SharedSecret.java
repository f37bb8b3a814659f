package io.github.leaderelection.internal.transport.seal;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.HexFormat;

import org.jspecify.annotations.Nullable;

/**
 * Proves knowledge of the secret without revealing it. A proof is bound to the connection
 * by the fresh nonces of both sides, and to its side. So it can be neither reflected nor
 * replayed. Seals outside of connections are bound to the sealed texts alone. Safe for
 * use from any thread.
 */
public final class SharedSecret {

	/** The length of nonces and proofs. */
	private static final int BYTES = 32;

	/** The algorithm pads keys with zeros, so this equals the empty key. */
	private static final byte[] NO_SECRET = { 0 };

	private final SecureRandom random = new SecureRandom();

	private final byte[] key;

	/**
	 * Holds a secret.
	 * @param secret null for none
	 */
	public SharedSecret(@Nullable String secret) {
		this.key = (secret != null) ? secret.getBytes(StandardCharsets.UTF_8) : NO_SECRET;
	}

	/**
	 * Draws a nonce of 64 hexadecimal digits.
	 */
	public String freshNonce() {
		byte[] nonce = new byte[BYTES];
		this.random.nextBytes(nonce);
		return HexFormat.of().formatHex(nonce);
	}

	/**
	 * The proof of the dialled side, 64 hexadecimal digits.
	 */
	public String proof(Nonces nonces) {
		return HexFormat.of().formatHex(mac("leader-election acceptor", nonces.dialler(), nonces.acceptor()));
	}

	/** Whether this secret gives the same proof. */
	public boolean proves(String proof, Nonces nonces) {
		return equal(proof(nonces), proof);
	}

	/** The keys for the rest of a connection. */
	public SessionKeys session(Nonces nonces) {
		return new SessionKeys(mac("leader-election session", nonces.dialler(), nonces.acceptor()));
	}

	/**
	 * Seals texts in their order.
	 * @param purpose distinguishes seals of the same texts
	 * @return 64 hexadecimal digits
	 */
	public String seal(String purpose, String... texts) {
		String[] parts = new String[texts.length + 1];
		parts[0] = purpose;
		System.arraycopy(texts, 0, parts, 1, texts.length);
		return HexFormat.of().formatHex(mac("leader-election seal", parts));
	}

	/** Whether this secret gives the same seal. */
	public boolean sealed(String seal, String purpose, String... texts) {
		return equal(seal(purpose, texts), seal);
	}

	private static boolean equal(String expected, String given) {
		return MessageDigest.isEqual(expected.getBytes(StandardCharsets.US_ASCII),
				given.getBytes(StandardCharsets.UTF_8));
	}

	private byte[] mac(String purpose, String... parts) {
		ByteArrayOutputStream said = new ByteArrayOutputStream();
		append(said, purpose);
		for (String part : parts) {
			append(said, part);
		}
		return Hmac.of(this.key).doFinal(said.toByteArray());
	}

	/**
	 * Writes the length first, so that different lists of parts differ in their bytes.
	 */
	private static void append(ByteArrayOutputStream to, String part) {
		byte[] bytes = part.getBytes(StandardCharsets.UTF_8);
		to.writeBytes(ByteBuffer.allocate(Integer.BYTES).putInt(bytes.length).array());
		to.writeBytes(bytes);
	}

}
