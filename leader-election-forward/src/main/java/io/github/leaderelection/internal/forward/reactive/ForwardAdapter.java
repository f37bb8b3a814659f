package io.github.leaderelection.internal.forward.reactive;

import java.time.Duration;
import java.util.Objects;
import java.util.function.Supplier;

import io.github.leaderelection.internal.forward.Destination;
import io.github.leaderelection.internal.forward.Destination.Local;
import io.github.leaderelection.internal.forward.Destination.Remote;
import io.github.leaderelection.internal.forward.ForwardOutcome;
import io.github.leaderelection.internal.forward.ForwardRefusal;
import io.github.leaderelection.internal.forward.ForwardSettings;
import io.github.leaderelection.internal.forward.ForwardStatistics;
import io.github.leaderelection.internal.forward.ForwardedHandlers;
import io.github.leaderelection.internal.forward.Forwarding;
import io.github.leaderelection.internal.forward.LeaderFinder;
import io.github.leaderelection.internal.forward.message.HopHeaders;
import io.github.leaderelection.internal.forward.message.TargetUri;
import io.github.leaderelection.internal.gate.PublisherContext;
import io.github.leaderelection.spring.LeadershipContext;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

import org.springframework.core.Ordered;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.web.reactive.HandlerAdapter;
import org.springframework.web.reactive.HandlerResult;
import org.springframework.web.server.ServerWebExchange;

/**
 * Calls leader-only handlers on the leader alone. All filters, such as Spring Security's,
 * run before it. {@link ForwardFilter} completes an answer in place of a handler, so no
 * exception handler appends to a partial answer.
 */
final class ForwardAdapter implements HandlerAdapter, Ordered {

	private final ForwardedHandlers handlers;

	private final LeaderFinder names;

	private final ReactiveFinder finder;

	private final ReactiveProxy proxy;

	private final ForwardSettings settings;

	private final ForwardRefusal refusal;

	private final ForwardStatistics statistics;

	private final Supplier<HandlerAdapter> calling;

	private final String basePath;

	/**
	 * Creates the adapter.
	 * @param basePath the base path of all handlers, without a trailing slash
	 */
	ForwardAdapter(ForwardedHandlers handlers, LeaderFinder names, ReactiveFinder finder, ReactiveProxy proxy,
			ForwardSettings settings, ForwardStatistics statistics, Supplier<HandlerAdapter> calling, String basePath) {
		this.handlers = handlers;
		this.names = names;
		this.finder = finder;
		this.proxy = proxy;
		this.settings = settings;
		this.refusal = new ForwardRefusal(settings.retryAfter());
		this.statistics = statistics;
		this.calling = calling;
		this.basePath = basePath;
	}

	@Override
	public int getOrder() {
		return HIGHEST_PRECEDENCE;
	}

	@Override
	public boolean supports(Object handler) {
		return this.handlers.find(handler) != null;
	}

	@Override
	public Mono<HandlerResult> handle(ServerWebExchange exchange, Object handler) {
		ReactiveWork work = ReactiveWork.of(exchange);
		if (work.isAdmitted()) {
			return call(exchange, handler, work);
		}
		Forwarding forwarding = Objects.requireNonNull(this.handlers.find(handler), "forwarding");
		String group = forwarding.group();
		boolean forwarded = exchange.getRequest().getHeaders().containsHeader(HopHeaders.FORWARDED_BY);
		return this.finder.find(group, null, forwarded ? Duration.ZERO : this.settings.maxWait(), (destination) -> {
			if (destination instanceof Local here) {
				begin(group, here, work);
				return call(exchange, handler, work);
			}
			ReactiveAnswer answer = new ReactiveAnswer(exchange.getResponse());
			if (destination instanceof Remote leader && !forwarded) {
				away(forwarding, leader, exchange, work, answer);
			}
			else {
				work.instead((chain) -> refuse(group, destination, forwarded, answer));
			}
			return Mono.empty();
		});
	}

	private void begin(String group, Local here, ReactiveWork work) {
		work.admit(here.admission());
		this.statistics.record(group, ForwardOutcome.HANDLED);
	}

	private Mono<HandlerResult> call(ServerWebExchange exchange, Object handler, ReactiveWork work) {
		LeadershipContext context = work.context();
		return PublisherContext.mono(context, this.calling.get().handle(exchange, handler))
			.map((result) -> carrying(result, context));
	}

	/**
	 * Passes the context on to a publisher, whose work begins when the result is written.
	 */
	private static HandlerResult carrying(HandlerResult result, @Nullable LeadershipContext context) {
		Object value = result.getReturnValue();
		Object carrying;
		if (value instanceof Mono<?> mono) {
			carrying = PublisherContext.mono(context, mono);
		}
		else if (value instanceof Flux<?> flux) {
			carrying = PublisherContext.flux(context, flux);
		}
		else {
			return result;
		}
		return new HandlerResult(result.getHandler(), carrying, result.getReturnTypeSource(),
				result.getBindingContext())
			.setExceptionHandler(Objects.requireNonNull(result.getExceptionHandler(), "exceptionHandler"));
	}

	/** Redirects, refuses or forwards a request on a follower. */
	private void away(Forwarding forwarding, Remote leader, ServerWebExchange exchange, ReactiveWork work,
			ReactiveAnswer answer) {
		String group = forwarding.group();
		ReactiveClientRequest request = new ReactiveClientRequest(exchange.getRequest(), this.basePath);
		switch (forwarding.onFollower()) {
			case REDIRECT -> work.instead((chain) -> {
				answer.status(HttpStatus.TEMPORARY_REDIRECT.value());
				answer.set(HttpHeaders.LOCATION, TargetUri.of(leader.url(), request).toString());
				answer.set(HttpHeaders.CACHE_CONTROL, "no-store");
				this.statistics.record(group, ForwardOutcome.REDIRECTED);
				return exchange.getResponse().setComplete();
			});
			case UNAVAILABLE -> work.instead((chain) -> {
				this.statistics.record(group, ForwardOutcome.UNAVAILABLE);
				return answer.write(this.refusal.unavailable(group, "This node does not lead"));
			});
			case PROXY, DEFAULT -> work
				.instead((chain) -> this.proxy.pass(new ForwardedExchange(exchange, group, request, answer, (here) -> {
					begin(group, here, work);
					return chain.filter(exchange);
				}), leader));
		}
	}

	private Mono<Void> refuse(String group, Destination destination, boolean forwarded, ReactiveAnswer answer) {
		ForwardOutcome outcome = ForwardOutcome.refusing(destination, forwarded);
		this.statistics.record(group, outcome);
		return answer.write(forwarded ? this.refusal.oneHop(group, this.names.self(group), this.names.known(group))
				: this.refusal.noLeader(group, destination));
	}

}
