package io.github.leaderelection.internal.transport.link;

import io.github.leaderelection.internal.transport.reactive.ReactivePeers;
import io.github.leaderelection.internal.transport.server.PeerHandler;
import reactor.core.publisher.Mono;

import org.springframework.http.HttpStatus;
import org.springframework.http.server.reactive.HttpHandler;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.adapter.WebHttpHandlerBuilder;

/**
 * A web server under WebFlux.
 */
public abstract class WebFluxTestServer extends TestServer {

	private final String contextPath;

	protected WebFluxTestServer(String contextPath) {
		this.contextPath = contextPath;
	}

	/** What the server serves. */
	protected final HttpHandler httpHandler() {
		return WebHttpHandlerBuilder.webHandler(this::handle).build();
	}

	private Mono<Void> handle(ServerWebExchange exchange) {
		String path = exchange.getRequest().getPath().value();
		String own = this.contextPath + PATH;
		boolean known = path.equals(own) || path.equals(own + "/join") || path.equals(own + "/observers")
				|| path.equals(own + "/workers");
		PeerHandler present = known ? handlerOf(path) : null;
		if (isRefusing() && !exchange.getRequest().getHeaders().containsHeader("Leader-Election-Session")) {
			return answer(exchange, HttpStatus.SERVICE_UNAVAILABLE);
		}
		return (present != null) ? new ReactivePeers(present).handle(exchange) : answer(exchange, HttpStatus.NOT_FOUND);
	}

	private static Mono<Void> answer(ServerWebExchange exchange, HttpStatus status) {
		exchange.getResponse().setStatusCode(status);
		return exchange.getResponse().setComplete();
	}

}
