package io.github.leaderelection.internal.forward.reactive;

import java.util.function.Function;

import io.github.leaderelection.internal.forward.Destination.Local;
import reactor.core.publisher.Mono;

import org.springframework.web.server.ServerWebExchange;

/**
 * A request for the leader that this node does not handle, or not yet.
 *
 * @param group the group whose leader is to handle it
 */
record ForwardedExchange(ServerWebExchange exchange, String group, ReactiveClientRequest request, ReactiveAnswer answer,
		Function<Local, Mono<Void>> handling) {

	/** This node has become leader. */
	Mono<Void> handle(Local here) {
		return this.handling.apply(here);
	}

}
