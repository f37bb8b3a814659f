package io.github.leaderelection.internal.forward.message;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PushbackInputStream;
import java.util.concurrent.Callable;

import org.jspecify.annotations.Nullable;

import org.springframework.util.StringUtils;

/**
 * The body of a forwarded request.
 *
 * @param stream the content, which can be read once
 * @param length the length in bytes; 0 without a body, -1 if unknown
 */
public record RequestBody(InputStream stream, long length) {

	private static final String FORM = "application/x-www-form-urlencoded";

	private static final String MULTIPART = "multipart/";

	/**
	 * Reads the first byte of a body. Without one, filters have read it already, or there
	 * is none.
	 * @param length the announced length, or -1
	 * @param type the content type, or null
	 * @param form makes the body of a form again
	 * @param parts makes the body of a multipart request again
	 * @throws IOException if the client stops sending
	 * @throws Exception if the body cannot be made again
	 */
	public static RequestBody of(long length, InputStream content, @Nullable String type, Callable<byte[]> form,
			Callable<InputStream> parts) throws Exception {
		if (length == 0) {
			return new RequestBody(InputStream.nullInputStream(), 0);
		}
		PushbackInputStream stream = new PushbackInputStream(content, 1);
		int first = stream.read();
		if (first >= 0) {
			stream.unread(first);
			return new RequestBody(stream, length);
		}
		if (isForm(type)) {
			byte[] again = form.call();
			return new RequestBody(new ByteArrayInputStream(again), again.length);
		}
		return isMultipart(type) ? new RequestBody(parts.call(), -1)
				: new RequestBody(InputStream.nullInputStream(), 0);
	}

	public static boolean isForm(@Nullable String type) {
		return StringUtils.startsWithIgnoreCase(type, FORM);
	}

	public static boolean isMultipart(@Nullable String type) {
		return StringUtils.startsWithIgnoreCase(type, MULTIPART);
	}

	public boolean isNone() {
		return this.length == 0;
	}

}
