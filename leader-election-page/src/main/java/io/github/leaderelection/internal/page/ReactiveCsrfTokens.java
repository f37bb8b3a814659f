package io.github.leaderelection.internal.page;

import reactor.core.publisher.Mono;

import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;
import org.springframework.security.web.server.csrf.CsrfToken;
import org.springframework.util.MimeTypeUtils;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebFilter;
import org.springframework.web.server.WebFilterChain;

/**
 * Tokens of a reactive server. An operation does not see its exchange, so a filter hands
 * it the token.
 */
public final class ReactiveCsrfTokens implements CsrfTokens, WebFilter {

	@Override
	public Mono<Void> filter(ServerWebExchange exchange, WebFilterChain chain) {
		Mono<CsrfToken> token = exchange.getAttribute(CsrfToken.class.getName());
		return (token != null && exchange.getRequest().getPath().value().endsWith("/csrf"))
				? chain.filter(exchange).contextWrite((context) -> context.put(CsrfTokens.class, token))
				: chain.filter(exchange);
	}

	@Override
	public Object token() {
		Mono<Token> token = Mono
			.deferContextual((context) -> context.getOrDefault(CsrfTokens.class, Mono.<CsrfToken>empty()))
			.map((wanted) -> new Token(wanted.getHeaderName(), wanted.getToken()))
			.defaultIfEmpty(Token.NONE);
		return new WebEndpointResponse<>(token, WebEndpointResponse.STATUS_OK, MimeTypeUtils.APPLICATION_JSON);
	}

}
