package io.github.leaderelection.internal.forward.message;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Enumeration;
import java.util.Iterator;
import java.util.stream.Stream;

import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.Part;

import org.springframework.http.MediaType;

/**
 * Recreates a multipart body from its parts if it was already read. Each part is read
 * from the server's storage in turn.
 */
final class PartsBody {

	private static final String NEWLINE = "\r\n";

	private PartsBody() {
	}

	static InputStream of(HttpServletRequest request) throws IOException, ServletException {
		String boundary = MediaType.parseMediaType(request.getContentType()).getParameter("boundary");
		if (boundary == null) {
			throw new ServletException("The content type '" + request.getContentType() + "' has no boundary");
		}
		String delimiter = "--" + (boundary.startsWith("\"") ? boundary.substring(1, boundary.length() - 1) : boundary);
		Stream<InputStream> parts = request.getParts()
			.stream()
			.flatMap((part) -> Stream.of(head(part, delimiter), content(part), text(NEWLINE)));
		Iterator<InputStream> all = Stream.concat(parts, Stream.of(text(delimiter + "--" + NEWLINE))).iterator();
		return new SequenceInputStream(new Enumeration<>() {

			@Override
			public boolean hasMoreElements() {
				return all.hasNext();
			}

			@Override
			public InputStream nextElement() {
				return all.next();
			}

		});
	}

	private static InputStream head(Part part, String delimiter) {
		StringBuilder head = new StringBuilder(delimiter).append(NEWLINE);
		for (String name : part.getHeaderNames()) {
			for (String value : part.getHeaders(name)) {
				head.append(name).append(": ").append(value).append(NEWLINE);
			}
		}
		return text(head.append(NEWLINE).toString());
	}

	private static InputStream content(Part part) {
		try {
			return part.getInputStream();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private static InputStream text(String text) {
		return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
	}

}
