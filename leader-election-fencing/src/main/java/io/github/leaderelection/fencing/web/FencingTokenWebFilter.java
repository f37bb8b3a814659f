package io.github.leaderelection.fencing.web;

import java.util.List;

import io.github.leaderelection.fencing.FencingGuard;
import io.github.leaderelection.fencing.StaleTokenException;
import reactor.core.publisher.Mono;

import org.springframework.core.Ordered;
import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebFilter;
import org.springframework.web.server.WebFilterChain;

/**
 * Refuses requests of former leaders to a WebFlux application before they are handled, by
 * the rules of {@link FencingTokenFilter}. It runs after Spring Security, so that
 * unauthorized requests cannot raise a token.
 */
public class FencingTokenWebFilter implements WebFilter, Ordered {

	/**
	 * The attribute of the exchange with the checked {@link FencingTokenHeader}.
	 */
	public static final String ATTRIBUTE = "io.github.leaderelection.fencing.token";

	private final FencingAdmission admission;

	private final FencingProblem problem = new FencingProblem();

	private final UrlPatterns patterns;

	/**
	 * Creates a filter.
	 * @param guard detects stale tokens; must neither block nor need a transaction
	 * @param rules the requirements on requests
	 * @param urlPatterns the servlet patterns of the requests to check
	 * @throws IllegalArgumentException if a pattern is no servlet pattern
	 */
	public FencingTokenWebFilter(FencingGuard guard, FencingFilterRules rules, List<String> urlPatterns) {
		this.admission = new FencingAdmission(guard, rules);
		this.patterns = new UrlPatterns(urlPatterns);
	}

	/**
	 * Counts the requests with an outcome.
	 * @param outcome the outcome
	 * @return their number since the creation of the filter
	 */
	public long count(FencingOutcome outcome) {
		return this.admission.count(outcome);
	}

	@Override
	public int getOrder() {
		return 0;
	}

	@Override
	public Mono<Void> filter(ServerWebExchange exchange, WebFilterChain chain) {
		FencedResource.Request asked = new ReactiveFencedRequest(exchange.getRequest());
		if (!this.patterns.match(asked) || this.admission.isExempt(asked)) {
			return chain.filter(exchange);
		}
		return Mono.defer(() -> admitted(asked, exchange, chain))
			.onErrorResume(FencingRefusal.class, (refusal) -> refuse(exchange, this.admission.refused(asked, refusal)));
	}

	private Mono<Void> admitted(FencedResource.Request asked, ServerWebExchange exchange, WebFilterChain chain) {
		FencingTokenHeader header = this.admission.admit(asked);
		if (header != null) {
			exchange.getAttributes().put(ATTRIBUTE, header);
		}
		return chain.filter(exchange)
			.doOnSuccess((nothing) -> this.admission.handled(asked))
			.onErrorMap((failure) -> refusalOf(failure, exchange));
	}

	private static Throwable refusalOf(Throwable failure, ServerWebExchange exchange) {
		StaleTokenException stale = FencingAdmission.staleIn(failure);
		return (stale != null && !exchange.getResponse().isCommitted()) ? new FencingRefusal(stale) : failure;
	}

	private Mono<Void> refuse(ServerWebExchange exchange, FencingRefusal refusal) {
		ServerHttpResponse response = exchange.getResponse();
		response.setStatusCode(refusal.outcome().status());
		response.getHeaders().setContentType(FencingProblem.TYPE);
		return response.writeWith(Mono.fromSupplier(() -> response.bufferFactory().wrap(this.problem.body(refusal))));
	}

}
