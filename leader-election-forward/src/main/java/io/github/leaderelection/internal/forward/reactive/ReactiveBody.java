package io.github.leaderelection.internal.forward.reactive;

import java.io.IOException;
import java.net.URLEncoder;
import java.nio.ByteBuffer;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.StringJoiner;

import io.github.leaderelection.internal.forward.message.ClientGoneException;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferUtils;
import org.springframework.http.HttpHeaders;
import org.springframework.http.InvalidMediaTypeException;
import org.springframework.http.MediaType;
import org.springframework.http.codec.multipart.Part;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.http.server.reactive.ServerHttpRequestDecorator;
import org.springframework.util.MultiValueMap;
import org.springframework.web.server.ServerWebExchange;

/**
 * The body of a forwarded request.
 *
 * @param content the content, which allows one subscription
 * @param length the length in bytes; 0 without a body, -1 if unknown
 */
record ReactiveBody(Flux<ByteBuffer> content, long length) {

	private static final Set<String> WITH_BODY = Set.of("POST", "PUT", "PATCH");

	private static final String NEWLINE = "\r\n";

	/**
	 * The body of a request. If filters have already read a form or parts, the body is
	 * rebuilt from these.
	 */
	static ReactiveBody of(ServerWebExchange exchange) {
		ServerHttpRequest request = exchange.getRequest();
		HttpHeaders headers = request.getHeaders();
		long length = headers.getContentLength();
		boolean possible = headers.containsHeader(HttpHeaders.TRANSFER_ENCODING)
				|| (!namesEachBody(request) && WITH_BODY.contains(request.getMethod().name()));
		if (length == 0 || (length < 0 && !possible)) {
			return new ReactiveBody(Flux.empty(), 0);
		}
		Flux<ByteBuffer> content = copied(request.getBody()).onErrorMap(IOException.class, ClientGoneException::new);
		MediaType type = contentType(headers);
		Flux<ByteBuffer> again = again(exchange, type);
		if (again == null) {
			return new ReactiveBody(content, length);
		}
		// Servers fail for a second reader, or return an empty body.
		return new ReactiveBody(content.switchIfEmpty(again).onErrorResume(IllegalStateException.class, (ex) -> again),
				-1);
	}

	/**
	 * Whether the server is Netty, which always sets the length or the encoding of a
	 * body. The JDK's client sometimes fails if an announced body is empty.
	 */
	private static boolean namesEachBody(ServerHttpRequest request) {
		return ServerHttpRequestDecorator.getNativeRequest(request).getClass().getName().startsWith("reactor.netty.");
	}

	boolean isNone() {
		return this.length == 0;
	}

	private static @Nullable MediaType contentType(HttpHeaders headers) {
		try {
			return headers.getContentType();
		}
		catch (InvalidMediaTypeException ex) {
			return null;
		}
	}

	private static @Nullable Flux<ByteBuffer> again(ServerWebExchange exchange, @Nullable MediaType type) {
		if (MediaType.APPLICATION_FORM_URLENCODED.isCompatibleWith(type)) {
			return exchange.getFormData().map((form) -> form(form, charset(type))).flux();
		}
		String boundary = (type != null && type.getType().equalsIgnoreCase("multipart")) ? type.getParameter("boundary")
				: null;
		if (boundary == null) {
			return null;
		}
		String plain = boundary.startsWith("\"") ? boundary.substring(1, boundary.length() - 1) : boundary;
		return exchange.getMultipartData().flatMapMany((parts) -> parts(parts, "--" + plain));
	}

	private static Charset charset(@Nullable MediaType type) {
		Charset charset = (type != null) ? type.getCharset() : null;
		return (charset != null) ? charset : StandardCharsets.UTF_8;
	}

	private static ByteBuffer form(MultiValueMap<String, String> form, Charset charset) {
		StringJoiner text = new StringJoiner("&");
		form.forEach((name, values) -> values.forEach((value) -> text
			.add(URLEncoder.encode(name, charset) + ((value != null) ? "=" + URLEncoder.encode(value, charset) : ""))));
		return text(text.toString());
	}

	private static Flux<ByteBuffer> parts(MultiValueMap<String, Part> parts, String delimiter) {
		return Flux.fromIterable(parts.values())
			.concatMapIterable((values) -> values)
			.concatMap((part) -> Flux.concat(Mono.just(head(part, delimiter)), copied(part.content()),
					Mono.just(text(NEWLINE))))
			.concatWithValues(text(delimiter + "--" + NEWLINE));
	}

	private static ByteBuffer head(Part part, String delimiter) {
		StringBuilder head = new StringBuilder(delimiter).append(NEWLINE);
		part.headers()
			.forEach((name, values) -> values
				.forEach((value) -> head.append(name).append(": ").append(value).append(NEWLINE)));
		return text(head.append(NEWLINE).toString());
	}

	private static ByteBuffer text(String text) {
		return ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
	}

	/**
	 * Copies the content without empty buffers: the HTTP client treats one as the end.
	 */
	private static Flux<ByteBuffer> copied(Flux<DataBuffer> buffers) {
		return buffers.map((buffer) -> {
			byte[] bytes = new byte[buffer.readableByteCount()];
			buffer.read(bytes);
			DataBufferUtils.release(buffer);
			return ByteBuffer.wrap(bytes);
		}).filter(ByteBuffer::hasRemaining);
	}

}
