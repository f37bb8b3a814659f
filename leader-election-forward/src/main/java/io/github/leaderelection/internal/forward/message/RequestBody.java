package io.github.leaderelection.internal.forward.message;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PushbackInputStream;

import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;

import org.springframework.http.HttpHeaders;
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
	 * Finds the body and reads its first byte. If filters or the dispatcher servlet have
	 * already read it, it is recreated from its parameters or parts.
	 * @throws IOException if the client stops sending
	 * @throws ServletException if the parts cannot be read
	 */
	public static RequestBody of(HttpServletRequest request) throws IOException, ServletException {
		long length = contentLength(request);
		if (length == 0) {
			return none();
		}
		PushbackInputStream stream = new PushbackInputStream(request.getInputStream(), 1);
		int first = stream.read();
		if (first >= 0) {
			stream.unread(first);
			return new RequestBody(stream, length);
		}
		String type = request.getContentType();
		if (StringUtils.startsWithIgnoreCase(type, FORM)) {
			byte[] form = FormBody.of(request);
			return new RequestBody(new ByteArrayInputStream(form), form.length);
		}
		return StringUtils.startsWithIgnoreCase(type, MULTIPART) ? new RequestBody(PartsBody.of(request), -1) : none();
	}

	/** The announced length, or -1. */
	private static long contentLength(HttpServletRequest request) {
		String text = request.getHeader(HttpHeaders.CONTENT_LENGTH);
		return (text != null) ? request.getContentLengthLong() : -1;
	}

	private static RequestBody none() {
		return new RequestBody(InputStream.nullInputStream(), 0);
	}

	public boolean isNone() {
		return this.length == 0;
	}

}
