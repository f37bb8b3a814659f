package io.github.leaderelection.internal.transport.reactive;

import java.util.function.Function;

import io.github.leaderelection.internal.transport.spi.Connection;
import io.github.leaderelection.internal.transport.spi.FrameListener;
import jakarta.servlet.http.HttpServletRequest;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;
import reactor.netty.http.server.HttpServerRequest;

import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.http.server.reactive.ServerHttpRequestDecorator;
import org.springframework.util.ClassUtils;
import org.springframework.web.server.ServerWebExchange;

/**
 * Asks the web server below WebFlux for data that WebFlux does not expose. On an unknown
 * server no request comes from this machine, so members need a secret.
 */
final class ServerKind {

	private static final boolean NETTY = isPresent("reactor.netty.http.server.HttpServerRequest");

	private static final boolean SERVLETS = isPresent("jakarta.servlet.http.HttpServletRequest");

	private ServerKind() {
	}

	private static boolean isPresent(String type) {
		return ClassUtils.isPresent(type, ServerKind.class.getClassLoader());
	}

	static boolean isFromThisMachine(ServerHttpRequest request) {
		Object plain = ServerHttpRequestDecorator.getNativeRequest(request);
		if (NETTY && plain instanceof HttpServerRequest netty) {
			return NettyRequest.isFromThisMachine(netty);
		}
		return SERVLETS && plain instanceof HttpServletRequest servlet && ServletBelow.isFromThisMachine(servlet);
	}

	/** Turns a request into a WebSocket by the API of its server. */
	static Mono<Void> upgrade(ServerWebExchange exchange, String version,
			Function<Connection, @Nullable FrameListener> taking) {
		Object plain = ServerHttpRequestDecorator.getNativeRequest(exchange.getRequest());
		if (NETTY && plain instanceof HttpServerRequest netty) {
			return NettyUpgrade.upgrade(exchange, version, taking, NettyRequest.ending(netty));
		}
		if (SERVLETS && plain instanceof HttpServletRequest servlet) {
			return ServletBelow.upgrade(exchange, servlet, version, taking);
		}
		return Mono.error(new IllegalStateException(
				"The web server of this WebFlux application is none of Reactor Netty, Tomcat and Jetty, so it cannot serve "
						+ "peers over WebSocket: depend on one of them, or set leader-election.transport.type=http on all "
						+ "nodes"));
	}

}
