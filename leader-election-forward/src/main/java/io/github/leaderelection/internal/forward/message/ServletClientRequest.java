package io.github.leaderelection.internal.forward.message;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.Part;
import org.jspecify.annotations.Nullable;

import org.springframework.http.HttpHeaders;
import org.springframework.http.server.RequestPath;
import org.springframework.web.util.ServletRequestPathUtils;

/**
 * A request on a servlet container.
 */
public record ServletClientRequest(HttpServletRequest request) implements ClientRequest {

	@Override
	public String method() {
		return this.request.getMethod();
	}

	@Override
	public RequestPath path() {
		return ServletRequestPathUtils.hasParsedRequestPath(this.request)
				? ServletRequestPathUtils.getParsedRequestPath(this.request)
				: ServletRequestPathUtils.parse(this.request);
	}

	@Override
	public @Nullable String query() {
		return this.request.getQueryString();
	}

	@Override
	public Collection<String> headerNames() {
		return Collections.list(this.request.getHeaderNames());
	}

	@Override
	public List<String> headers(String name) {
		return Collections.list(this.request.getHeaders(name));
	}

	/**
	 * If filters or the dispatcher servlet have read it, it is made of what they read.
	 */
	@Override
	public RequestBody body() throws Exception {
		String length = this.request.getHeader(HttpHeaders.CONTENT_LENGTH);
		return RequestBody.of((length != null) ? this.request.getContentLengthLong() : -1,
				this.request.getInputStream(), this.request.getContentType(), () -> FormBody.of(this.request),
				this::parts);
	}

	private InputStream parts() throws IOException, ServletException {
		return PartsBody.of(this.request.getContentType(),
				this.request.getParts().stream().map(ServletClientRequest::piece));
	}

	private static PartsBody.Piece piece(Part part) {
		Map<String, Collection<String>> headers = new LinkedHashMap<>();
		part.getHeaderNames().forEach((name) -> headers.put(name, part.getHeaders(name)));
		return new PartsBody.Piece(headers, () -> {
			try {
				return part.getInputStream();
			}
			catch (IOException ex) {
				throw new UncheckedIOException(ex);
			}
		});
	}

	@Override
	public String remoteAddress() {
		return this.request.getRemoteAddr();
	}

	@Override
	public String scheme() {
		return this.request.getScheme();
	}

	@Override
	public String serverName() {
		return this.request.getServerName();
	}

	@Override
	public int serverPort() {
		return this.request.getServerPort();
	}

	@Override
	public @Nullable String removedPrefix() {
		String path = this.request.getContextPath();
		return path.equals(this.request.getServletContext().getContextPath()) ? null : path;
	}

}
