package io.github.leaderelection.internal.text;

/**
 * Text of others, made harmless for logs and the status: it writes no lines of its own
 * there, and is of a bounded length.
 */
public final class Printable {

	/** So much of a single value is enough to know it by. */
	public static final int MOST = 200;

	private static final char PLACEHOLDER = '?';

	private Printable() {
	}

	/** Cut, and with a question mark for each character that is not printable ASCII. */
	public static String of(String text) {
		return of(text, MOST);
	}

	/** Likewise, cut after so many characters. */
	public static String of(String text, int most) {
		StringBuilder harmless = new StringBuilder();
		for (int i = 0; i < Math.min(text.length(), most); i++) {
			char c = text.charAt(i);
			harmless.append((c >= ' ' && c < 0x7f) ? c : PLACEHOLDER);
		}
		return harmless.toString();
	}

}
