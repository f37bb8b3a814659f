package io.github.leaderelection.internal.gate;

import java.util.function.Supplier;

import io.github.leaderelection.spring.LeadershipContext;
import io.github.leaderelection.spring.LeadershipContextHolder;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.util.context.Context;
import reactor.util.context.ContextView;

/**
 * Passes a leadership context to publishers: on the subscribing thread, and on threads to
 * which Reactor propagates contexts. Loaded only with Reactor.
 */
public final class PublisherContext {

	/** The key of the captured context. */
	private static final String KEY = LeadershipContext.class.getName();

	private PublisherContext() {
	}

	public static <T> Mono<T> mono(@Nullable LeadershipContext context, Mono<T> work) {
		if (context == null) {
			return work;
		}
		Mono<T> carrying = work.contextWrite((present) -> with(present, context));
		// Another conversion would cancel the work at its value.
		return Mono.fromDirect((subscriber) -> run(context, () -> {
			carrying.subscribe(subscriber);
			return subscriber;
		}));
	}

	public static <T> Flux<T> flux(@Nullable LeadershipContext context, Flux<T> work) {
		if (context == null) {
			return work;
		}
		Flux<T> carrying = work.contextWrite((present) -> with(present, context));
		return Flux.from((subscriber) -> run(context, () -> {
			carrying.subscribe(subscriber);
			return subscriber;
		}));
	}

	/** Runs an action in the leadership context of a subscriber, if any. */
	public static <T> T within(ContextView subscriber, Supplier<T> action) {
		LeadershipContext given = subscriber.getOrDefault(KEY, null);
		return (given != null) ? run(given, action) : action.get();
	}

	private static Context with(Context present, LeadershipContext context) {
		return present.put(KEY, context);
	}

	private static <T> T run(LeadershipContext context, Supplier<T> action) {
		LeadershipContext before = LeadershipContextHolder.get();
		LeadershipContextHolder.set(context);
		try {
			return action.get();
		}
		finally {
			LeadershipContextHolder.set(before);
		}
	}

}
