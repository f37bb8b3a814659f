package io.github.leaderelection.fencing.web;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Locale;

import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

import org.jspecify.annotations.Nullable;

/**
 * Signs tokens with a secret that leaders and receivers share (HMAC-SHA256), so that
 * nobody else can forge a token. A forged token that is too high would lock out every
 * leader. A signature has no time: an eavesdropper can repeat a request until a token of
 * a newer leader arrives. Safe for use from any thread.
 */
public final class FencingSignature {

	/** The shortest secret, in bytes. */
	public static final int MIN_SECRET_BYTES = 16;

	private static final String ALGORITHM = "HmacSHA256";

	private static final String PURPOSE = "leader-election fencing-token 1";

	private final List<SecretKeySpec> keys;

	private final Scope scope;

	/**
	 * Creates a signature.
	 * @param scope the signed parts, the same at both ends
	 * @param secret the secret for signing, at least {@value #MIN_SECRET_BYTES} bytes
	 * long
	 * @param accepted further secrets whose signatures are accepted, while a secret is
	 * being changed
	 * @throws IllegalArgumentException if a secret is too short
	 */
	public FencingSignature(Scope scope, String secret, String... accepted) {
		this.scope = scope;
		List<SecretKeySpec> all = new ArrayList<>(List.of(key(secret)));
		for (String each : accepted) {
			all.add(key(each));
		}
		this.keys = List.copyOf(all);
	}

	private static SecretKeySpec key(String secret) {
		byte[] bytes = secret.getBytes(StandardCharsets.UTF_8);
		if (bytes.length < MIN_SECRET_BYTES) {
			throw new IllegalArgumentException("A secret of " + bytes.length + " bytes can be guessed: use at least "
					+ MIN_SECRET_BYTES + " random bytes");
		}
		return new SecretKeySpec(bytes, ALGORITHM);
	}

	/**
	 * Signs a token for a request.
	 * @param header the token, signed or not
	 * @param method the method of the request
	 * @param target path and query, as in the request line
	 * @return the signed token
	 */
	FencingTokenHeader sign(FencingTokenHeader header, String method, String target) {
		byte[] mac = mac(this.keys.get(0), header, method, target);
		return new FencingTokenHeader(header.token(), header.group(), Base64.getEncoder().encodeToString(mac));
	}

	/**
	 * Whether a token was signed for a request with one of the secrets.
	 * @param header the token
	 * @param method the method of the request
	 * @param target path and query, as in the request line
	 */
	boolean isOf(FencingTokenHeader header, String method, String target) {
		byte[] presented = decode(header.signature());
		if (presented == null) {
			return false;
		}
		boolean matches = false;
		for (SecretKeySpec key : this.keys) {
			matches |= MessageDigest.isEqual(mac(key, header, method, target), presented);
		}
		return matches;
	}

	private static byte @Nullable [] decode(@Nullable String signature) {
		try {
			return (signature != null) ? Base64.getDecoder().decode(signature) : null;
		}
		catch (IllegalArgumentException ex) {
			return null;
		}
	}

	private byte[] mac(SecretKeySpec key, FencingTokenHeader header, String method, String target) {
		ByteArrayOutputStream said = new ByteArrayOutputStream();
		append(said, PURPOSE);
		append(said, this.scope.name());
		append(said, header.group());
		append(said, Long.toString(header.token()));
		if (this.scope == Scope.REQUEST) {
			append(said, method.toUpperCase(Locale.ROOT));
			append(said, target.startsWith("/") ? target : "/" + target);
		}
		try {
			Mac mac = Mac.getInstance(ALGORITHM);
			mac.init(key);
			return mac.doFinal(said.toByteArray());
		}
		catch (GeneralSecurityException ex) {
			throw new IllegalStateException(
					"This Java platform lacks " + ALGORITHM + ", which every platform has to offer", ex);
		}
	}

	/**
	 * Writes the length first, so that different lists of parts differ in their bytes.
	 */
	private static void append(ByteArrayOutputStream to, String part) {
		byte[] bytes = part.getBytes(StandardCharsets.UTF_8);
		to.writeBytes(ByteBuffer.allocate(Integer.BYTES).putInt(bytes.length).array());
		to.writeBytes(bytes);
	}

	/**
	 * The signed parts of a request.
	 */
	public enum Scope {

		/**
		 * Group, token, method, path and query. A signature is valid for that request
		 * only, and proxies must not rewrite paths.
		 */
		REQUEST,

		/**
		 * Group and token. A signature is valid for every request with that token.
		 */
		TOKEN

	}

}
