package io.github.leaderelection.internal.transport.seal;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.HexFormat;

import org.jspecify.annotations.Nullable;

/**
 * Proves the knowledge of the secret without telling it. What is proven on a connection
 * is bound to it by the fresh nonces of both sides, and to who proves it by the side, so
 * that nothing can be reflected or replayed. Seals beside connections are bound to what
 * they seal alone. Safe for use from any thread.
 */
public final class SharedSecret {

	/** So many bytes has what is drawn or computed anew for each connection. */
	private static final int BYTES = 32;

	/** The algorithm fills keys up with zeros, so this is the empty key. */
	private static final byte[] NO_SECRET = { 0 };

	private final SecureRandom random = new SecureRandom();

	private final byte[] key;

	/**
	 * Holds a secret.
	 * @param secret the secret, null for none
	 */
	public SharedSecret(@Nullable String secret) {
		this.key = (secret != null) ? secret.getBytes(StandardCharsets.UTF_8) : NO_SECRET;
	}

	/**
	 * Draws what is used once.
	 * @return 64 hexadecimal digits
	 */
	public String freshNonce() {
		byte[] nonce = new byte[BYTES];
		this.random.nextBytes(nonce);
		return HexFormat.of().formatHex(nonce);
	}

	/**
	 * What the side that was dialled proves by, before anything else is said.
	 * @param nonces of the connection
	 * @return 64 hexadecimal digits
	 */
	public String proof(Nonces nonces) {
		return HexFormat.of().formatHex(mac("leader-election acceptor", nonces.dialler(), nonces.acceptor()));
	}

	/**
	 * Whether a proof is right.
	 * @param proof the proof
	 * @param nonces of the connection
	 * @return whether this secret gives the same
	 */
	public boolean proves(String proof, Nonces nonces) {
		return equal(proof(nonces), proof);
	}

	/**
	 * What seals the rest of a connection.
	 * @param nonces of the connection
	 * @return its keys
	 */
	public SessionKeys session(Nonces nonces) {
		return new SessionKeys(mac("leader-election session", nonces.dialler(), nonces.acceptor()));
	}

	/**
	 * Seals texts, in their order.
	 * @param purpose what for: a seal for another is another, and none is a proof of a
	 * connection
	 * @param texts what is sealed
	 * @return 64 hexadecimal digits
	 */
	public String seal(String purpose, String... texts) {
		String[] parts = new String[texts.length + 1];
		parts[0] = purpose;
		System.arraycopy(texts, 0, parts, 1, texts.length);
		return HexFormat.of().formatHex(mac("leader-election seal", parts));
	}

	/**
	 * Whether a seal is right.
	 * @param seal the seal
	 * @param purpose what for
	 * @param texts what is sealed
	 * @return whether this secret gives the same
	 */
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

	/** With its length before it, so that no two lists of parts look alike. */
	private static void append(ByteArrayOutputStream to, String part) {
		byte[] bytes = part.getBytes(StandardCharsets.UTF_8);
		to.writeBytes(ByteBuffer.allocate(Integer.BYTES).putInt(bytes.length).array());
		to.writeBytes(bytes);
	}

}
