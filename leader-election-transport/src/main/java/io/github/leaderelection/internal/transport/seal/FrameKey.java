package io.github.leaderelection.internal.transport.seal;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Arrays;

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

	private static final byte SEPARATOR = ' ';

	/** Where the number begins. */
	private static final int NUMBER = SEAL_DIGITS + 1;

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
		byte[] digits = Long.toString(number).getBytes(StandardCharsets.US_ASCII);
		byte[] plain = text.getBytes(StandardCharsets.US_ASCII);
		byte[] sealed = new byte[NUMBER + digits.length + 1 + plain.length];
		System.arraycopy(digits, 0, sealed, NUMBER, digits.length);
		sealed[NUMBER + digits.length] = SEPARATOR;
		System.arraycopy(plain, 0, sealed, NUMBER + digits.length + 1, plain.length);
		compute(sealed);
		for (int i = 0; i < SEAL_BYTES; i++) {
			sealed[2 * i] = (byte) Character.forDigit(this.computed[i] >> 4 & 0xf, 16);
			sealed[2 * i + 1] = (byte) Character.forDigit(this.computed[i] & 0xf, 16);
		}
		sealed[SEAL_DIGITS] = SEPARATOR;
		return new String(sealed, StandardCharsets.US_ASCII);
	}

	/**
	 * Opens a text. What is returned is made of the very bytes whose seal was checked.
	 * @param sealed whatever arrived
	 * @return what was sealed, or null if this key did not seal it
	 */
	public @Nullable Opened open(String sealed) {
		byte[] bytes = sealed.getBytes(StandardCharsets.UTF_8);
		boolean ascii = bytes.length == sealed.length();
		if (!ascii || bytes.length <= NUMBER || bytes[SEAL_DIGITS] != SEPARATOR) {
			return null;
		}
		int space = endOfNumber(bytes);
		if (space < 0 || !isSealed(bytes)) {
			return null;
		}
		String text = new String(bytes, space + 1, bytes.length - space - 1, StandardCharsets.US_ASCII);
		// half a surrogate pair is written as one byte, too: that of a question mark
		return sealed.endsWith(text) ? new Opened(Long.parseLong(sealed, NUMBER, space, 10), text) : null;
	}

	private boolean isSealed(byte[] sealed) {
		byte[] given = new byte[SEAL_BYTES];
		for (int i = 0; i < SEAL_BYTES; i++) {
			int high = digit(sealed[2 * i]);
			int low = digit(sealed[2 * i + 1]);
			if (high < 0 || low < 0) {
				return false;
			}
			given[i] = (byte) (high << 4 | low);
		}
		compute(sealed);
		return MessageDigest.isEqual(given, Arrays.copyOf(this.computed, SEAL_BYTES));
	}

	/** One text has one form, so capitals are none. */
	private static int digit(byte c) {
		if (c >= '0' && c <= '9') {
			return c - '0';
		}
		return (c >= 'a' && c <= 'f') ? c - 'a' + 10 : -1;
	}

	/** Where the space behind the number is, or -1 if there is no number. */
	private static int endOfNumber(byte[] sealed) {
		int end = NUMBER;
		while (end < sealed.length && sealed[end] >= '0' && sealed[end] <= '9') {
			end++;
		}
		int digits = end - NUMBER;
		boolean number = digits >= 1 && digits <= MAX_NUMBER_DIGITS && (digits == 1 || sealed[NUMBER] != '0');
		return (number && end < sealed.length && sealed[end] == SEPARATOR) ? end : -1;
	}

	/** The keyed hash over all from the number on. */
	private void compute(byte[] sealed) {
		this.mac.update(sealed, NUMBER, sealed.length - NUMBER);
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
