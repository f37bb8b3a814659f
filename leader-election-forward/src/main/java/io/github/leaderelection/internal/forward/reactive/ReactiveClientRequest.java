package io.github.leaderelection.internal.forward.reactive;

import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.StringJoiner;

import io.github.leaderelection.internal.forward.message.ClientRequest;
import io.github.leaderelection.internal.forward.message.PartsBody;
import io.github.leaderelection.internal.forward.message.RequestBody;
import io.micrometer.observation.Observation;
import io.micrometer.observation.contextpropagation.ObservationThreadLocalAccessor;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Flux;
import reactor.util.context.ContextView;

import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.http.codec.multipart.Part;
import org.springframework.http.server.RequestPath;
import org.springframework.web.server.ServerWebExchange;

/**
 * A request on a reactive web server.
 *
 * @param basePath the base path of all handlers of this application, without a trailing
 * slash
 * @param limit the time limit of the client for each piece of its body
 * @param input the body as the server has it
 */
record ReactiveClientRequest(ServerWebExchange exchange, String basePath, Duration limit, ReactiveInput input,
		@Nullable Observation observation) implements ClientRequest {

	private static final int HTTP_PORT = 80;

	private static final int HTTPS_PORT = 443;

	static ReactiveClientRequest of(ServerWebExchange exchange, String basePath, Duration limit, ContextView context) {
		return new ReactiveClientRequest(exchange, basePath, limit, new ReactiveInput(source(exchange), limit),
				context.getOrDefault(ObservationThreadLocalAccessor.KEY, null));
	}

	/** Servers fail for a second reader of a form or parts, or give an empty body. */
	private static Flux<DataBuffer> source(ServerWebExchange exchange) {
		Flux<DataBuffer> body = Flux.defer(exchange.getRequest()::getBody);
		String type = exchange.getRequest().getHeaders().getFirst(HttpHeaders.CONTENT_TYPE);
		return (RequestBody.isForm(type) || RequestBody.isMultipart(type))
				? body.onErrorResume(IllegalStateException.class, (ex) -> Flux.empty()) : body;
	}

	@Override
	public RequestBody body() throws Exception {
		HttpHeaders headers = this.exchange.getRequest().getHeaders();
		return RequestBody.of(headers.getContentLength(), this.input, headers.getFirst(HttpHeaders.CONTENT_TYPE),
				this::form, this::parts);
	}

	private byte[] form() {
		MediaType type = this.exchange.getRequest().getHeaders().getContentType();
		Charset charset = (type != null && type.getCharset() != null) ? type.getCharset() : StandardCharsets.UTF_8;
		StringJoiner text = new StringJoiner("&");
		Objects.requireNonNull(this.exchange.getFormData().block(this.limit), "form")
			.forEach((name, values) -> values.forEach((value) -> text.add(URLEncoder.encode(name, charset)
					+ ((value != null) ? "=" + URLEncoder.encode(value, charset) : ""))));
		return text.toString().getBytes(StandardCharsets.US_ASCII);
	}

	private InputStream parts() {
		return PartsBody.of(this.exchange.getRequest().getHeaders().getFirst(HttpHeaders.CONTENT_TYPE), Objects
			.requireNonNull(this.exchange.getMultipartData().block(this.limit), "parts")
			.values()
			.stream()
			.flatMap(List::stream)
			.map((part) -> new PartsBody.Piece(headers(part), () -> new ReactiveInput(part.content(), this.limit))));
	}

	private static Map<String, List<String>> headers(Part part) {
		Map<String, List<String>> headers = new LinkedHashMap<>();
		part.headers().forEach(headers::put);
		return headers;
	}

	@Override
	public String method() {
		return this.exchange.getRequest().getMethod().name();
	}

	@Override
	public RequestPath path() {
		return this.exchange.getRequest().getPath();
	}

	@Override
	public @Nullable String query() {
		return this.exchange.getRequest().getURI().getRawQuery();
	}

	@Override
	public Collection<String> headerNames() {
		return this.exchange.getRequest().getHeaders().headerNames();
	}

	@Override
	public List<String> headers(String name) {
		return this.exchange.getRequest().getHeaders().getOrEmpty(name);
	}

	@Override
	public String remoteAddress() {
		InetSocketAddress remote = this.exchange.getRequest().getRemoteAddress();
		InetAddress address = (remote != null) ? remote.getAddress() : null;
		if (address != null) {
			return address.getHostAddress();
		}
		return (remote != null) ? remote.getHostString() : "unknown";
	}

	@Override
	public String scheme() {
		String scheme = this.exchange.getRequest().getURI().getScheme();
		return (scheme != null) ? scheme : "http";
	}

	@Override
	public String serverName() {
		URI uri = this.exchange.getRequest().getURI();
		return (uri.getHost() != null) ? uri.getHost() : String.valueOf(uri.getAuthority());
	}

	@Override
	public int serverPort() {
		int port = this.exchange.getRequest().getURI().getPort();
		if (port >= 0) {
			return port;
		}
		return scheme().equals("https") ? HTTPS_PORT : HTTP_PORT;
	}

	@Override
	public @Nullable String removedPrefix() {
		String context = path().contextPath().value();
		String prefix = context.endsWith(this.basePath)
				? context.substring(0, context.length() - this.basePath.length()) : context;
		return prefix.isEmpty() ? null : prefix;
	}

}
