package io.github.leaderelection.internal.forward.reactive;

import reactor.core.publisher.Mono;

import org.springframework.core.Ordered;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebFilter;
import org.springframework.web.server.WebFilterChain;

/**
 * Finishes what is done in place of a handler, behind all other filters. Here ends the
 * work of a handler, its answer included.
 */
final class ForwardFilter implements WebFilter, Ordered {

	@Override
	public int getOrder() {
		return LOWEST_PRECEDENCE;
	}

	@Override
	public Mono<Void> filter(ServerWebExchange exchange, WebFilterChain chain) {
		ReactiveWork work = ReactiveWork.begin(exchange);
		return chain.filter(exchange).then(Mono.defer(() -> work.finish(chain))).doFinally((signal) -> work.end());
	}

}
