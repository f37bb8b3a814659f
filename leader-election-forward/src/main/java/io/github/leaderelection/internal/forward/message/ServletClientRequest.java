package io.github.leaderelection.internal.forward.message;

import java.util.Collection;
import java.util.Collections;
import java.util.List;

import jakarta.servlet.http.HttpServletRequest;
import org.jspecify.annotations.Nullable;

import org.springframework.http.server.RequestPath;
import org.springframework.web.util.ServletRequestPathUtils;

/**
 * The head of a request on a servlet container.
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
