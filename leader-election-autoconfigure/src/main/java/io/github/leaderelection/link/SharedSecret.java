package io.github.leaderelection.link;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.HexFormat;

import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

import io.github.leaderelection.wire.HandshakeFrame;
import io.github.leaderelection.wire.HandshakeFrame.Hello;
import org.jspecify.annotations.Nullable;

/**
 * Proves the knowledge of the secret without telling it. A proof is bound to one
 * connection by the fresh nonces of both sides, and to who makes it by the direction and
 * both ids, so that none can be reflected or replayed. Seals beside connections are bound
 * to what they seal alone. Safe for use from any thread.
 */
public final class SharedSecret {

	private static final String ALGORITHM = "HmacSHA256";

	/** The algorithm fills keys up with zeros, so this is the empty key. */
	private static final byte[] NO_SECRET = { 0 };

	private final SecureRandom random = new SecureRandom();

	private final SecretKeySpec key;

	/**
	 * Holds a secret.
	 * @param secret the secret, null for none
	 */
	public SharedSecret(@Nullable String secret) {
		byte[] bytes = (secret != null) ? secret.getBytes(StandardCharsets.UTF_8) : NO_SECRET;
		this.key = new SecretKeySpec(bytes, ALGORITHM);
	}

	/**
	 * Draws what is used once.
	 * @return 64 hexadecimal digits
	 */
	public String freshNonce() {
		byte[] nonce = new byte[HandshakeFrame.BYTES];
		this.random.nextBytes(nonce);
		return HexFormat.of().formatHex(nonce);
	}

	/**
	 * A proof.
	 * @param by who makes it
	 * @param dialler what the side that dialled greeted with
	 * @param acceptor what the other side greeted with
	 */
	String proof(Side by, Hello dialler, Hello acceptor) {
		return HexFormat.of().formatHex(mac("leader-election " + by, dialler, acceptor));
	}

	/**
	 * Seals texts, in their order.
	 * @param purpose what for: a seal for another is another, and none is a proof of a
	 * connection
	 * @param texts what is sealed
	 * @return 64 hexadecimal digits
	 */
	public String seal(String purpose, String... texts) {
		ByteArrayOutputStream said = new ByteArrayOutputStream();
		append(said, "leader-election seal");
		append(said, purpose);
		for (String text : texts) {
			append(said, text);
		}
		return HexFormat.of().formatHex(mac(said));
	}

	/**
	 * Whether a seal is right.
	 * @param seal the seal
	 * @param purpose what for
	 * @param texts what is sealed
	 * @return whether this secret gives the same
	 */
	public boolean sealed(String seal, String purpose, String... texts) {
		return MessageDigest.isEqual(seal(purpose, texts).getBytes(StandardCharsets.US_ASCII),
				seal.getBytes(StandardCharsets.UTF_8));
	}

	/**
	 * A key for what follows on the same connection, bound to it as a proof is.
	 * @param dialler what the side that dialled greeted with
	 * @param acceptor what the other side greeted with
	 */
	byte[] sessionKey(Hello dialler, Hello acceptor) {
		return mac("leader-election session", dialler, acceptor);
	}

	private byte[] mac(String purpose, Hello dialler, Hello acceptor) {
		ByteArrayOutputStream said = new ByteArrayOutputStream();
		append(said, purpose);
		append(said, dialler.cluster());
		append(said, dialler.node().value());
		append(said, acceptor.node().value());
		append(said, dialler.nonce());
		append(said, acceptor.nonce());
		return mac(said);
	}

	private byte[] mac(ByteArrayOutputStream said) {
		try {
			Mac mac = Mac.getInstance(ALGORITHM);
			mac.init(this.key);
			return mac.doFinal(said.toByteArray());
		}
		catch (GeneralSecurityException ex) {
			throw new IllegalStateException("Every Java platform has " + ALGORITHM + ", but this one does not", ex);
		}
	}

	boolean proves(String mac, Side by, Hello dialler, Hello acceptor) {
		byte[] expected = proof(by, dialler, acceptor).getBytes(StandardCharsets.US_ASCII);
		return MessageDigest.isEqual(expected, mac.getBytes(StandardCharsets.US_ASCII));
	}

	/** With its length before it, so that no two lists of parts look alike. */
	private static void append(ByteArrayOutputStream to, String part) {
		byte[] bytes = part.getBytes(StandardCharsets.UTF_8);
		to.writeBytes(ByteBuffer.allocate(Integer.BYTES).putInt(bytes.length).array());
		to.writeBytes(bytes);
	}

	/**
	 * A side of a connection.
	 */
	enum Side {

		/** It dialled. */
		DIALLER,

		/** It was dialled. */
		ACCEPTOR;

		Side other() {
			return (this == DIALLER) ? ACCEPTOR : DIALLER;
		}

	}

}
