package io.github.leaderelection.internal.forward.reactive;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.Collection;
import java.util.List;

import io.github.leaderelection.internal.forward.message.ClientRequest;
import org.jspecify.annotations.Nullable;

import org.springframework.http.server.RequestPath;
import org.springframework.http.server.reactive.ServerHttpRequest;

/**
 * The head of a request on a reactive web server.
 *
 * @param basePath the base path of all handlers of this application, without a trailing
 * slash
 */
record ReactiveClientRequest(ServerHttpRequest request, String basePath) implements ClientRequest {

	private static final int HTTP_PORT = 80;

	private static final int HTTPS_PORT = 443;

	@Override
	public String method() {
		return this.request.getMethod().name();
	}

	@Override
	public RequestPath path() {
		return this.request.getPath();
	}

	@Override
	public @Nullable String query() {
		return this.request.getURI().getRawQuery();
	}

	@Override
	public Collection<String> headerNames() {
		return this.request.getHeaders().headerNames();
	}

	@Override
	public List<String> headers(String name) {
		return this.request.getHeaders().getOrEmpty(name);
	}

	@Override
	public String remoteAddress() {
		InetSocketAddress remote = this.request.getRemoteAddress();
		InetAddress address = (remote != null) ? remote.getAddress() : null;
		if (address != null) {
			return address.getHostAddress();
		}
		return (remote != null) ? remote.getHostString() : "unknown";
	}

	@Override
	public String scheme() {
		String scheme = this.request.getURI().getScheme();
		return (scheme != null) ? scheme : "http";
	}

	@Override
	public String serverName() {
		URI uri = this.request.getURI();
		return (uri.getHost() != null) ? uri.getHost() : String.valueOf(uri.getAuthority());
	}

	@Override
	public int serverPort() {
		int port = this.request.getURI().getPort();
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
