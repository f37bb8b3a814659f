package io.github.leaderelection.internal.transport.seal;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.List;

import javax.crypto.Mac;
import javax.crypto.ShortBufferException;

import org.jspecify.annotations.Nullable;

/**
 * Puts a seal and a number before a text and removes them again. The form is the seal as
 * 32 hexadecimal digits, the decimal number and the text, separated by spaces. The seal
 * is the first half of a keyed hash over the rest. Where the other side may use either of
 * two secrets there is a hash for each. Reuses its buffers, so one thread at a time may
 * use it.
 */
public final class FrameKey {

	/** The most characters that sealing adds to a text. */
	public static final int OVERHEAD = 64;

	private static final int SEAL_BYTES = 16;

	private static final int SEAL_DIGITS = 2 * SEAL_BYTES;

	private static final int MAX_NUMBER_DIGITS = 18;

	private static final byte SEPARATOR = ' ';

	/** The position of the number. */
	private static final int NUMBER = SEAL_DIGITS + 1;

	private final List<Mac> macs;

	private final KeyChoice choice;

	private final byte[] computed;

	FrameKey(List<Mac> macs, KeyChoice choice) {
		this.macs = List.copyOf(macs);
		this.choice = choice;
		this.computed = new byte[this.macs.get(0).getMacLength()];
	}

	/**
	 * Seals a text.
	 * @param number at least 0
	 */
	public String seal(long number, String text) {
		byte[] digits = Long.toString(number).getBytes(StandardCharsets.US_ASCII);
		byte[] plain = text.getBytes(StandardCharsets.US_ASCII);
		byte[] sealed = new byte[NUMBER + digits.length + 1 + plain.length];
		System.arraycopy(digits, 0, sealed, NUMBER, digits.length);
		sealed[NUMBER + digits.length] = SEPARATOR;
		System.arraycopy(plain, 0, sealed, NUMBER + digits.length + 1, plain.length);
		compute(sealed, this.choice.index());
		for (int i = 0; i < SEAL_BYTES; i++) {
			sealed[2 * i] = (byte) Character.forDigit(this.computed[i] >> 4 & 0xf, 16);
			sealed[2 * i + 1] = (byte) Character.forDigit(this.computed[i] & 0xf, 16);
		}
		sealed[SEAL_DIGITS] = SEPARATOR;
		return new String(sealed, StandardCharsets.US_ASCII);
	}

	/**
	 * Opens a text. The result consists of the very bytes whose seal was checked.
	 * @return the number and the text, or null if this key did not seal them
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
		// Half a surrogate pair also encodes to one byte, a question mark.
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
		if (this.choice.isDecided()) {
			return isSealed(sealed, given, this.choice.index());
		}
		for (int i = 0; i < this.macs.size(); i++) {
			if (isSealed(sealed, given, i)) {
				this.choice.decide(i);
				return true;
			}
		}
		return false;
	}

	private boolean isSealed(byte[] sealed, byte[] given, int secret) {
		compute(sealed, secret);
		return MessageDigest.isEqual(given, Arrays.copyOf(this.computed, SEAL_BYTES));
	}

	/** Refuses capitals, so that each text has one form. */
	private static int digit(byte c) {
		if (c >= '0' && c <= '9') {
			return c - '0';
		}
		return (c >= 'a' && c <= 'f') ? c - 'a' + 10 : -1;
	}

	/** The position of the space after the number, or -1 without a number. */
	private static int endOfNumber(byte[] sealed) {
		int end = NUMBER;
		while (end < sealed.length && sealed[end] >= '0' && sealed[end] <= '9') {
			end++;
		}
		int digits = end - NUMBER;
		boolean number = digits >= 1 && digits <= MAX_NUMBER_DIGITS && (digits == 1 || sealed[NUMBER] != '0');
		return (number && end < sealed.length && sealed[end] == SEPARATOR) ? end : -1;
	}

	/** Computes the keyed hash over the number and the text. */
	private void compute(byte[] sealed, int secret) {
		Mac mac = this.macs.get(secret);
		mac.update(sealed, NUMBER, sealed.length - NUMBER);
		try {
			mac.doFinal(this.computed, 0);
		}
		catch (ShortBufferException ex) {
			throw new IllegalStateException("A buffer of " + this.computed.length + " bytes is too short", ex);
		}
	}

	public record Opened(long number, String text) {
	}

}
