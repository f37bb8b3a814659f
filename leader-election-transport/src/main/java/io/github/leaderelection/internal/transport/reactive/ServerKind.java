package io.github.leaderelection.internal.transport.reactive;

import reactor.netty.http.server.HttpServerRequest;

import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.http.server.reactive.ServerHttpRequestDecorator;
import org.springframework.util.ClassUtils;

/**
 * Asks the web server below WebFlux for what WebFlux does not tell. On an unknown server
 * no request comes from this machine, so members need a secret.
 */
final class ServerKind {

	private static final boolean NETTY = ClassUtils.isPresent("reactor.netty.http.server.HttpServerRequest",
			ServerKind.class.getClassLoader());

	private ServerKind() {
	}

	static boolean isFromThisMachine(ServerHttpRequest request) {
		Object plain = ServerHttpRequestDecorator.getNativeRequest(request);
		return NETTY && plain instanceof HttpServerRequest netty && NettyRequest.isFromThisMachine(netty);
	}

	/**
	 * Ends the TCP connection of a request, whatever is still to be written. Does nothing
	 * on an unknown server.
	 */
	static Runnable ending(ServerHttpRequest request) {
		Object plain = ServerHttpRequestDecorator.getNativeRequest(request);
		if (NETTY && plain instanceof HttpServerRequest netty) {
			return NettyRequest.ending(netty);
		}
		return () -> {
		};
	}

}
