package io.github.leaderelection.internal.transport.reactive;

import java.util.function.Function;

import io.github.leaderelection.internal.transport.spi.Connection;
import io.github.leaderelection.internal.transport.spi.FrameListener;
import io.github.leaderelection.internal.transport.server.PeerExchange;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;
import reactor.netty.http.server.WebsocketServerSpec;

import org.springframework.http.HttpStatus;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.web.reactive.socket.server.support.HandshakeWebSocketService;
import org.springframework.web.reactive.socket.server.upgrade.ReactorNettyRequestUpgradeStrategy;
import org.springframework.web.server.ResponseStatusException;
import org.springframework.web.server.ServerWebExchange;

/**
 * Turns requests on Reactor Netty into WebSockets: no extensions, no user, bounded
 * messages, and pings that this library answers itself. Loaded only on Reactor Netty.
 */
final class NettyUpgrade {

	private static final String VERSION_HEADER = "Sec-WebSocket-Version";

	/** The version of the WebSocket protocol. */
	private static final String VERSION = "13";

	private static final String SUBPROTOCOL_HEADER = "Sec-WebSocket-Protocol";

	private static final HandshakeWebSocketService HANDSHAKES = new HandshakeWebSocketService(
			new ReactorNettyRequestUpgradeStrategy(() -> WebsocketServerSpec.builder()
				.maxFramePayloadLength(PeerExchange.MAX_MESSAGE)
				.handlePing(true)
				.compress(false)));

	private NettyUpgrade() {
	}

	/** Answers the handshake of a request. */
	static Mono<Void> upgrade(ServerWebExchange exchange, String version,
			Function<Connection, @Nullable FrameListener> taking, Runnable ending) {
		ServerHttpRequest request = exchange.getRequest();
		if (!VERSION.equals(request.getHeaders().getFirst(VERSION_HEADER))) {
			exchange.getResponse().getHeaders().set(VERSION_HEADER, VERSION);
			return refuse(exchange.getResponse(), HttpStatus.UPGRADE_REQUIRED);
		}
		ServerWebExchange chosen = exchange.mutate()
			.request(request.mutate().headers((headers) -> headers.set(SUBPROTOCOL_HEADER, version)).build())
			.build();
		return HANDSHAKES.handleRequest(chosen, new ReactiveSocketHandler(version, taking, ending))
			.onErrorResume(ResponseStatusException.class,
					(failure) -> refuse(exchange.getResponse(), failure.getStatusCode()));
	}

	private static Mono<Void> refuse(ServerHttpResponse response, HttpStatusCode status) {
		response.setStatusCode(status);
		return response.setComplete();
	}

}
