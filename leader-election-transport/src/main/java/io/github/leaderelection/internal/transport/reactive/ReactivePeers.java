package io.github.leaderelection.internal.transport.reactive;

import java.io.IOException;

import io.github.leaderelection.internal.transport.server.PeerHandler;
import reactor.core.publisher.Mono;

import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebHandler;

/**
 * Passes the requests of a reactive web server to a handler.
 */
public final class ReactivePeers implements WebHandler {

	private final PeerHandler handler;

	public ReactivePeers(PeerHandler handler) {
		this.handler = handler;
	}

	@Override
	public Mono<Void> handle(ServerWebExchange exchange) {
		return Mono.defer(() -> {
			ReactiveExchange request = new ReactiveExchange(exchange);
			try {
				this.handler.handle(request);
			}
			catch (IOException ex) {
				return Mono.error(ex);
			}
			return request.outcome();
		}).contextWrite(DroppedErrors.QUIET);
	}

}
