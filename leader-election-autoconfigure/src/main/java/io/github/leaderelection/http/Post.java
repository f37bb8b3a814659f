package io.github.leaderelection.http;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.List;

import jakarta.servlet.http.HttpServletRequest;
import org.jspecify.annotations.Nullable;

/**
 * A POST that arrived whole; nothing of it is believed yet.
 *
 * @param sequence its number, or -1
 * @param close the code with which it closes the session, 0 for none, or -1
 * @param mac its proof, or null
 * @param body its body
 */
record Post(long sequence, int close, @Nullable String mac, byte[] body) {

	private static final int MAX_DIGITS = 18;

	private static final int MAX_CODE_DIGITS = 5;

	static Post of(HttpServletRequest request, byte[] body) {
		String close = request.getHeader(PostHeaders.CLOSE);
		return new Post(number(request.getHeader(PostHeaders.SEQUENCE), MAX_DIGITS),
				(close != null) ? (int) number(close, MAX_CODE_DIGITS) : 0, request.getHeader(PostHeaders.MAC), body);
	}

	private static long number(@Nullable String text, int maxDigits) {
		return (text != null && text.matches("\\d{1," + maxDigits + "}")) ? Long.parseLong(text) : -1;
	}

	/**
	 * Its frames, or null if it is no text.
	 */
	@Nullable List<String> frames() {
		try {
			String text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(this.body)).toString();
			return List.of(text.split("\n", -1));
		}
		catch (CharacterCodingException ex) {
			return null;
		}
	}

}
