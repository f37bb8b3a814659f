package io.github.leaderelection.internal.forward.reactive;

import java.util.function.Function;

import io.github.leaderelection.internal.forward.Destination.Local;
import reactor.core.publisher.Mono;

import org.springframework.web.server.ServerWebExchange;

/**
 * A request for the leader, which this node handles only if it becomes leader.
 *
 * @param group the group whose leader handles the request
 */
record ForwardedExchange(ServerWebExchange exchange, String group, ReactiveClientRequest request, ReactiveAnswer answer,
		Function<Local, Mono<Void>> handling) {

	/** Handles the request on this node, which has become leader. */
	Mono<Void> handle(Local here) {
		return this.handling.apply(here);
	}

}
