package io.github.leaderelection.internal.forward.message;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.Enumeration;
import java.util.Iterator;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

import org.springframework.http.MediaType;
import org.springframework.util.Assert;

/**
 * Recreates a multipart body from its parts if it was already read. Each part is read
 * from the server's storage in turn.
 */
public final class PartsBody {

	private static final String NEWLINE = "\r\n";

	private PartsBody() {
	}

	public static InputStream of(@Nullable String type, Stream<Piece> pieces) {
		Assert.state(type != null, "Parts have a content type");
		String boundary = MediaType.parseMediaType(type).getParameter("boundary");
		Assert.state(boundary != null, () -> "The content type '" + type + "' has no boundary");
		String delimiter = "--" + (boundary.startsWith("\"") ? boundary.substring(1, boundary.length() - 1) : boundary);
		Stream<InputStream> parts = pieces
			.flatMap((piece) -> Stream.of(head(piece, delimiter), piece.content().get(), text(NEWLINE)));
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

	private static InputStream head(Piece piece, String delimiter) {
		StringBuilder head = new StringBuilder(delimiter).append(NEWLINE);
		piece.headers()
			.forEach((name, values) -> values
				.forEach((value) -> head.append(name).append(": ").append(value).append(NEWLINE)));
		return text(head.append(NEWLINE).toString());
	}

	private static InputStream text(String text) {
		return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
	}

	/**
	 * A part that the server has read.
	 *
	 * @param content opens the content
	 */
	public record Piece(Map<String, ? extends Collection<String>> headers, Supplier<InputStream> content) {
	}

}
