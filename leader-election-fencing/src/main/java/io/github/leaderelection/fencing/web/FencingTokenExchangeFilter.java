package io.github.leaderelection.fencing.web;

import java.util.Optional;

import reactor.core.publisher.Mono;

import org.springframework.web.reactive.function.client.ClientRequest;
import org.springframework.web.reactive.function.client.ClientResponse;
import org.springframework.web.reactive.function.client.ExchangeFilterFunction;
import org.springframework.web.reactive.function.client.ExchangeFunction;

/**
 * Sends the fencing token with every request of a {@code WebClient} that has this filter.
 * It takes the token of the subscribing thread anew at each subscription, also for a
 * retry. Safe for use from any thread.
 */
public final class FencingTokenExchangeFilter implements ExchangeFilterFunction {

	private final FencingTokenSender sender;

	/**
	 * Creates a filter.
	 * @param sender creates the header
	 */
	public FencingTokenExchangeFilter(FencingTokenSender sender) {
		this.sender = sender;
	}

	/**
	 * Creates a filter for the leader of another group.
	 * @param group the other group
	 * @return another filter
	 */
	public FencingTokenExchangeFilter forGroup(String group) {
		return new FencingTokenExchangeFilter(this.sender.forGroup(group));
	}

	@Override
	public Mono<ClientResponse> filter(ClientRequest request, ExchangeFunction next) {
		return Mono.defer(() -> {
			Optional<String> header = this.sender.header(request.method().name(), request.url());
			return next.exchange(header.map((value) -> withHeader(request, value)).orElse(request));
		});
	}

	private static ClientRequest withHeader(ClientRequest request, String value) {
		return ClientRequest.from(request).headers((headers) -> headers.set(FencingTokenHeader.NAME, value)).build();
	}

}
