package io.github.leaderelection.seal;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.HexFormat;

import javax.crypto.Mac;
import javax.crypto.ShortBufferException;

import org.jspecify.annotations.Nullable;

/**
 * Puts number and seal before a text and takes them off again. The form is the seal, 32
 * hexadecimal digits, then the number in decimal, then the text, with a space between
 * two; the seal is a keyed hash over the rest, cut to half. Keeps its buffers, so it is
 * used by one thread at a time.
 */
public final class FrameKey {

	/** So many characters a sealed text has more than what it seals, at most. */
	public static final int OVERHEAD = 64;

	private static final int SEAL_BYTES = 16;

	private static final int SEAL_DIGITS = 2 * SEAL_BYTES;

	private static final int MAX_NUMBER_DIGITS = 18;

	private static final char SEPARATOR = ' ';

	private final Mac mac;

	private final byte[] computed;

	FrameKey(Mac mac) {
		this.mac = mac;
		this.computed = new byte[mac.getMacLength()];
	}

	/**
	 * Seals a text.
	 * @param number its number, from 0 on
	 * @param text ASCII
	 * @return ASCII
	 */
	public String seal(long number, String text) {
		String numbered = Long.toString(number) + SEPARATOR + text;
		compute(numbered.getBytes(StandardCharsets.US_ASCII));
		return HexFormat.of().formatHex(this.computed, 0, SEAL_BYTES) + SEPARATOR + numbered;
	}

	/**
	 * Opens a text.
	 * @param sealed whatever arrived
	 * @return what was sealed, or null if this key did not seal it
	 */
	public @Nullable Opened open(String sealed) {
		int space = sealed.indexOf(SEPARATOR, SEAL_DIGITS + 1);
		if (space < 0 || sealed.charAt(SEAL_DIGITS) != SEPARATOR || !isNumber(sealed, SEAL_DIGITS + 1, space)) {
			return null;
		}
		String numbered = sealed.substring(SEAL_DIGITS + 1);
		if (!isAscii(numbered) || !isSealed(sealed, numbered)) {
			return null;
		}
		return new Opened(Long.parseLong(sealed, SEAL_DIGITS + 1, space, 10), sealed.substring(space + 1));
	}

	private boolean isSealed(String sealed, String numbered) {
		byte[] given = new byte[SEAL_BYTES];
		for (int i = 0; i < SEAL_BYTES; i++) {
			int high = digit(sealed.charAt(2 * i));
			int low = digit(sealed.charAt(2 * i + 1));
			if (high < 0 || low < 0) {
				return false;
			}
			given[i] = (byte) (high << 4 | low);
		}
		compute(numbered.getBytes(StandardCharsets.US_ASCII));
		return MessageDigest.isEqual(given, Arrays.copyOf(this.computed, SEAL_BYTES));
	}

	/** One text has one form, so capitals are none. */
	private static int digit(char c) {
		if (c >= '0' && c <= '9') {
			return c - '0';
		}
		return (c >= 'a' && c <= 'f') ? c - 'a' + 10 : -1;
	}

	private static boolean isNumber(String text, int from, int to) {
		int digits = to - from;
		if (digits < 1 || digits > MAX_NUMBER_DIGITS || digits > 1 && text.charAt(from) == '0') {
			return false;
		}
		for (int i = from; i < to; i++) {
			if (text.charAt(i) < '0' || text.charAt(i) > '9') {
				return false;
			}
		}
		return true;
	}

	/** Of two texts that differ in another character alone the bytes are the same. */
	private static boolean isAscii(String text) {
		for (int i = 0; i < text.length(); i++) {
			if (text.charAt(i) > 0x7f) {
				return false;
			}
		}
		return true;
	}

	private void compute(byte[] bytes) {
		this.mac.update(bytes);
		try {
			this.mac.doFinal(this.computed, 0);
		}
		catch (ShortBufferException ex) {
			throw new IllegalStateException("A buffer of " + this.computed.length + " bytes is too short", ex);
		}
	}

	/**
	 * What was sealed.
	 *
	 * @param number its number
	 * @param text the text
	 */
	public record Opened(long number, String text) {
	}

}
