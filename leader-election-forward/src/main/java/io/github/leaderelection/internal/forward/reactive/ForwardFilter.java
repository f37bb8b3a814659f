package io.github.leaderelection.internal.forward.reactive;

import reactor.core.publisher.Mono;

import org.springframework.core.Ordered;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebFilter;
import org.springframework.web.server.WebFilterChain;

/**
 * Completes the answer that replaces a handler, after all other filters. Ends the work of
 * a handler, including its answer.
 */
public final class ForwardFilter implements WebFilter, Ordered {

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
