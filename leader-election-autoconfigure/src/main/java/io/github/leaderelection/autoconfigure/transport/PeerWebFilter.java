package io.github.leaderelection.autoconfigure.transport;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

import io.github.leaderelection.internal.transport.reactive.ReactivePeers;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

import org.springframework.context.ApplicationContext;
import org.springframework.core.Ordered;
import org.springframework.http.HttpMethod;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebFilter;
import org.springframework.web.server.WebFilterChain;

/**
 * Passes the requests of peers to their entrances. It precedes all other filters,
 * including Spring Security, because the transport authenticates peers itself. Serves
 * exact paths and methods only, and not on a management server.
 */
class PeerWebFilter implements WebFilter, Ordered {

	private final Map<Asked, ReactivePeers> peers;

	private final ApplicationContext context;

	PeerWebFilter(List<PeerEntrance> entrances, ApplicationContext context) {
		this.peers = entrances.stream()
			.collect(Collectors.toMap((entrance) -> new Asked(entrance.method(), entrance.path()), ReactivePeers::new));
		this.context = context;
	}

	@Override
	public int getOrder() {
		return Ordered.HIGHEST_PRECEDENCE;
	}

	@Override
	public Mono<Void> filter(ServerWebExchange exchange, WebFilterChain chain) {
		ReactivePeers asked = isOfThis(exchange.getApplicationContext())
				? this.peers.get(Asked.of(exchange.getRequest())) : null;
		return (asked != null) ? asked.handle(exchange) : chain.filter(exchange);
	}

	private boolean isOfThis(@Nullable ApplicationContext serving) {
		return serving == null || serving == this.context;
	}

	/**
	 * The method and path of a request, below the context path.
	 */
	private record Asked(HttpMethod method, String path) {

		static Asked of(ServerHttpRequest request) {
			return new Asked(request.getMethod(), request.getPath().pathWithinApplication().value());
		}

	}

}
