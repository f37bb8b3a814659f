package io.github.leaderelection.internal.forward.reactive;

import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;

import io.github.leaderelection.internal.gate.Admission;
import io.github.leaderelection.spring.LeadershipContext;
import io.github.leaderelection.spring.LeadershipContextHolder;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebFilterChain;

/**
 * A request, from the filters to its handler and back. A request that this node handles
 * is leader-only work until the answer is complete.
 */
final class ReactiveWork {

	private static final String ATTRIBUTE = ReactiveWork.class.getName();

	/** Replaces the admission after the end. */
	private static final Admission ENDED = Admission.UNCOUNTED;

	private final AtomicReference<@Nullable Admission> admission = new AtomicReference<>();

	private volatile boolean admitted;

	private volatile @Nullable LeadershipContext context;

	private volatile Function<WebFilterChain, Mono<Void>> instead = (chain) -> Mono.empty();

	static ReactiveWork begin(ServerWebExchange exchange) {
		ReactiveWork work = new ReactiveWork();
		exchange.getAttributes().put(ATTRIBUTE, work);
		return work;
	}

	/**
	 * The work of an exchange.
	 * @throws IllegalStateException if the exchange did not pass the filter
	 */
	static ReactiveWork of(ServerWebExchange exchange) {
		ReactiveWork work = exchange.getAttribute(ATTRIBUTE);
		if (work == null) {
			throw new IllegalStateException("The request for a handler with @ForwardToLeader did not pass the filter "
					+ "leaderForwardWebFilter: let the application's HTTP handler apply all web filters");
		}
		return work;
	}

	/** Admits the work. Called on the thread that requested the admission. */
	void admit(Admission granted) {
		this.context = LeadershipContextHolder.get();
		granted.left();
		Admission before = this.admission.getAndSet(granted);
		this.admitted = true;
		if (before == ENDED) {
			// The client has gone meanwhile.
			end();
		}
	}

	boolean isAdmitted() {
		return this.admitted;
	}

	/** The context of the work, null if the election is disabled. */
	@Nullable LeadershipContext context() {
		return this.context;
	}

	/** Sets the action that replaces the handler. */
	void instead(Function<WebFilterChain, Mono<Void>> action) {
		this.instead = action;
	}

	Mono<Void> finish(WebFilterChain chain) {
		return this.instead.apply(chain);
	}

	void end() {
		Admission held = this.admission.getAndSet(ENDED);
		if (held != null) {
			held.ended();
		}
	}

}
