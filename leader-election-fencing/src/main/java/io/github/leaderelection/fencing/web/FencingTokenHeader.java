package io.github.leaderelection.fencing.web;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

/**
 * The header that carries a fencing token, a structured field (RFC 9651) such as
 * {@code Fencing-Token: 42;group="billing";sig=:cHJldGVuZA==:}.
 *
 * @param token the token, 1 to {@value #MAX_TOKEN}
 * @param group the group of the leader: letters, digits and {@code ._-}
 * @param signature the signature in Base64, or null for none
 */
public record FencingTokenHeader(long token, String group, @Nullable String signature) {

	/** The name of the header. */
	public static final String NAME = "Fencing-Token";

	/** The highest token that a structured field can carry. */
	public static final long MAX_TOKEN = 999_999_999_999_999L;

	private static final Pattern GROUP = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,63}");

	private static final Pattern BASE64 = Pattern.compile("[A-Za-z0-9+/]{1,128}={0,2}");

	private static final Pattern ITEM = Pattern.compile(" *([0-9]{1,15})");

	private static final Pattern PARAMETER = Pattern.compile("; *([a-z*][a-z0-9_.*-]*)"
			+ "(?:=(\"[ !#-\\[\\]-~]*\"|:[A-Za-z0-9+/=]*:|\\?[01]|-?[0-9]{1,15}|[A-Za-z*][A-Za-z0-9_.*-]*))?");

	private static final int MAX_LENGTH = 1024;

	/**
	 * Checks the parts.
	 * @throws IllegalArgumentException if the header cannot carry one of them
	 */
	public FencingTokenHeader {
		if (token < 1 || token > MAX_TOKEN) {
			throw new IllegalArgumentException(
					"The header cannot carry the token " + token + ": use 1 to " + MAX_TOKEN);
		}
		if (!GROUP.matcher(group).matches()) {
			throw new IllegalArgumentException("'" + group + "' is not a group name: use 1 to 64 letters, digits, "
					+ "'.', '_' or '-', and begin with a letter or digit");
		}
		if (signature != null && !BASE64.matcher(signature).matches()) {
			throw new IllegalArgumentException("The signature is not Base64: send it as sig=:...:");
		}
	}

	/**
	 * Reads a header.
	 * @param value the value of the header
	 * @return its parts
	 * @throws IllegalArgumentException if the value is malformed; the message says why
	 */
	public static FencingTokenHeader parse(String value) {
		if (value.length() > MAX_LENGTH) {
			throw new IllegalArgumentException("It has " + value.length() + " characters: send at most " + MAX_LENGTH);
		}
		Matcher matcher = ITEM.matcher(value);
		if (!matcher.lookingAt()) {
			throw malformed(0);
		}
		long token = Long.parseLong(matcher.group(1));
		String group = null;
		String signature = null;
		int end = matcher.end();
		matcher.usePattern(PARAMETER);
		while (matcher.region(end, value.length()).lookingAt()) {
			end = matcher.end();
			switch (matcher.group(1)) {
				case "group" -> group = unwrap(matcher.group(2), '"');
				case "sig" -> signature = unwrap(matcher.group(2), ':');
				// RFC 9651: unknown parameters are ignored
				default -> {
				}
			}
		}
		if (!value.substring(end).isBlank()) {
			throw malformed(end);
		}
		if (group == null) {
			throw new IllegalArgumentException("It does not name a group: add ;group=\"...\"");
		}
		return new FencingTokenHeader(token, group, signature);
	}

	private static IllegalArgumentException malformed(int at) {
		return new IllegalArgumentException(
				"It is not well-formed at character " + (at + 1) + ": send one such as 42;group=\"default\"");
	}

	private static String unwrap(@Nullable String value, char mark) {
		if (value == null || value.length() < 2 || value.charAt(0) != mark) {
			throw new IllegalArgumentException(
					"A parameter has a value of the wrong type: send group=\"...\", sig=:...:");
		}
		return value.substring(1, value.length() - 1);
	}

	/**
	 * The value of the header.
	 * @return the value that {@link #parse} reads
	 */
	public String value() {
		String unsigned = this.token + ";group=\"" + this.group + "\"";
		return (this.signature != null) ? unsigned + ";sig=:" + this.signature + ":" : unsigned;
	}

}
