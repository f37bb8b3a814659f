package io.github.leaderelection.internal.forward.reactive;

import io.github.leaderelection.spring.LeadershipContext;
import io.github.leaderelection.spring.LeadershipContextHolder;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.util.context.Context;

/**
 * Gives a leadership context to the work of publishers: on the thread that subscribes,
 * and on all others where Reactor propagates contexts.
 */
final class Bound {

	/** Under which the context is captured. */
	private static final String KEY = LeadershipContext.class.getName();

	private Bound() {
	}

	static <T> Mono<T> mono(@Nullable LeadershipContext context, Mono<T> work) {
		if (context == null) {
			return work;
		}
		Mono<T> carrying = work.contextWrite((present) -> with(present, context));
		return Mono.from((subscriber) -> run(context, () -> carrying.subscribe(subscriber)));
	}

	static <T> Flux<T> flux(@Nullable LeadershipContext context, Flux<T> work) {
		if (context == null) {
			return work;
		}
		Flux<T> carrying = work.contextWrite((present) -> with(present, context));
		return Flux.from((subscriber) -> run(context, () -> carrying.subscribe(subscriber)));
	}

	private static Context with(Context present, LeadershipContext context) {
		return present.put(KEY, context);
	}

	private static void run(LeadershipContext context, Runnable subscription) {
		LeadershipContext before = LeadershipContextHolder.get();
		LeadershipContextHolder.set(context);
		try {
			subscription.run();
		}
		finally {
			LeadershipContextHolder.set(before);
		}
	}

}
