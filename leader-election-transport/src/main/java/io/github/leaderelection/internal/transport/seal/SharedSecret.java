package io.github.leaderelection.internal.transport.seal;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;

/**
 * Proves knowledge of the secret without revealing it. A proof is bound to the connection
 * by the fresh nonces of both sides, and to its side. So it can be neither reflected nor
 * replayed. Seals outside of connections are bound to the sealed texts alone.
 * <p>
 * While a cluster changes its secret, the previous one counts too. A node cannot know
 * which of the two a dialler has, so it proves both. Each connection uses one of them:
 * the present one if both sides know it. Safe for use from any thread.
 */
public final class SharedSecret {

	/** The length of nonces and proofs. */
	private static final int BYTES = 32;

	/** The algorithm pads keys with zeros, so this equals the empty key. */
	private static final byte[] NO_SECRET = { 0 };

	private final SecureRandom random = new SecureRandom();

	/** The keys of the secrets, that of the present one first. */
	private final List<byte[]> keys;

	/**
	 * Holds a secret.
	 * @param secret null for none
	 */
	public SharedSecret(@Nullable String secret) {
		this(secret, null);
	}

	/**
	 * Holds a secret and the previous one.
	 * @param secret null for none
	 * @param previous accepted as well; null for none
	 */
	public SharedSecret(@Nullable String secret, @Nullable String previous) {
		this((previous != null && !previous.equals(secret)) ? List.of(key(secret), key(previous))
				: List.of(key(secret)));
	}

	private SharedSecret(List<byte[]> keys) {
		this.keys = keys;
	}

	private static byte[] key(@Nullable String secret) {
		return (secret != null) ? secret.getBytes(StandardCharsets.UTF_8) : NO_SECRET;
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
	 * The proof of the dialled side, 64 hexadecimal digits. It uses the previous secret
	 * if there is one, for nodes that know only that.
	 */
	public String proof(Nonces nonces) {
		return proof(this.keys.get(this.keys.size() - 1), nonces);
	}

	/** The proof by the present secret if there is a previous one, otherwise null. */
	public @Nullable String presentProof(Nonces nonces) {
		return (this.keys.size() > 1) ? proof(this.keys.get(0), nonces) : null;
	}

	private static String proof(byte[] key, Nonces nonces) {
		return HexFormat.of().formatHex(mac(key, "leader-election acceptor", nonces.dialler(), nonces.acceptor()));
	}

	/**
	 * The secret by which the dialled side has proven itself.
	 * @param proofs its proofs, the present one first; null for none
	 * @return that secret alone, or null if the dialled side knows no secret of this side
	 */
	public @Nullable SharedSecret provenBy(Nonces nonces, @Nullable String... proofs) {
		for (byte[] key : this.keys) {
			for (String proof : proofs) {
				if (proof != null && equal(proof(key, nonces), proof)) {
					return new SharedSecret(List.of(key));
				}
			}
		}
		return null;
	}

	/** The keys for the rest of a connection. */
	public SessionKeys session(Nonces nonces) {
		return new SessionKeys(this.keys.stream()
			.map((key) -> mac(key, "leader-election session", nonces.dialler(), nonces.acceptor()))
			.toList());
	}

	/**
	 * Seals texts in their order.
	 * @return 64 hexadecimal digits
	 */
	public String seal(String purpose, String... texts) {
		return seal(this.keys.get(0), purpose, texts);
	}

	/** Seals texts by each secret, for a node that may know only one of them. */
	public String seals(String purpose, String... texts) {
		return this.keys.stream().map((key) -> seal(key, purpose, texts)).collect(Collectors.joining(" "));
	}

	private static String seal(byte[] key, String purpose, String... texts) {
		String[] parts = new String[texts.length + 1];
		parts[0] = purpose;
		System.arraycopy(texts, 0, parts, 1, texts.length);
		return HexFormat.of().formatHex(mac(key, "leader-election seal", parts));
	}

	/**
	 * The secret that gives the same seal.
	 * @return that secret alone, or null if none does
	 */
	public @Nullable SharedSecret sealedBy(String seal, String purpose, String... texts) {
		for (byte[] key : this.keys) {
			if (equal(seal(key, purpose, texts), seal)) {
				return new SharedSecret(List.of(key));
			}
		}
		return null;
	}

	private static boolean equal(String expected, String given) {
		return MessageDigest.isEqual(expected.getBytes(StandardCharsets.US_ASCII),
				given.getBytes(StandardCharsets.UTF_8));
	}

	private static byte[] mac(byte[] key, String purpose, String... parts) {
		ByteArrayOutputStream said = new ByteArrayOutputStream();
		append(said, purpose);
		for (String part : parts) {
			append(said, part);
		}
		return Hmac.of(key).doFinal(said.toByteArray());
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
