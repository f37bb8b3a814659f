package io.github.leaderelection.internal.transport.reactive;

import java.io.IOException;
import java.util.function.Function;

import io.github.leaderelection.internal.transport.spi.Connection;
import io.github.leaderelection.internal.transport.spi.FrameListener;
import io.github.leaderelection.internal.transport.servlet.RequestOrigin;
import io.github.leaderelection.internal.transport.websocket.ServletUpgrade;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

import org.springframework.http.server.reactive.ServerHttpResponseDecorator;
import org.springframework.web.server.ServerWebExchange;

/**
 * Uses the servlet container below a WebFlux application. Loaded only on a servlet
 * container. It opens WebSockets like servlet applications do. WebSockets of WebFlux show
 * no pings, so a stranger could have any number of pings answered.
 */
final class ServletBelow {

	private ServletBelow() {
	}

	/**
	 * Whether a request comes from this machine. Asks the container, as Spring may have
	 * taken addresses from headers and removed these headers.
	 */
	static boolean isFromThisMachine(HttpServletRequest request) {
		return RequestOrigin.isThisMachine(request);
	}

	/** Completes the response of WebFlux first, then upgrades the request. */
	static Mono<Void> upgrade(ServerWebExchange exchange, HttpServletRequest request, String version,
			Function<Connection, @Nullable FrameListener> taking) {
		HttpServletResponse response = ServerHttpResponseDecorator.getNativeResponse(exchange.getResponse());
		return exchange.getResponse().setComplete().then(Mono.defer(() -> {
			try {
				ServletUpgrade.upgrade(request, response, version, taking);
				return Mono.empty();
			}
			catch (IOException ex) {
				return Mono.error(ex);
			}
		}));
	}

}
