package io.github.leaderelection.internal.gate.method;

import io.github.leaderelection.internal.gate.PublisherContext;
import org.aopalliance.intercept.MethodInvocation;
import org.reactivestreams.Publisher;

import org.springframework.aop.ProxyMethodInvocation;
import org.springframework.core.ReactiveAdapter;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.SignalType;

/**
 * Asks the gate at each subscription to the result of a leader-only method, and then
 * calls the method. The work lasts until the publisher completes, fails or is cancelled.
 * Inner subscriptions belong to that work. Loaded only with Reactor.
 */
final class ReactiveGate {

	private ReactiveGate() {
	}

	/**
	 * The result of a call, which defers the call to its subscription.
	 * @param entrance admits and runs a call, or supplies a replacement
	 */
	static Object publisher(MethodInvocation invocation, ReactiveAdapter adapter, Entrance entrance) {
		// An invocation proceeds only once, but there may be many subscriptions.
		ProxyMethodInvocation template = (ProxyMethodInvocation) ((ProxyMethodInvocation) invocation).invocableClone();
		if (adapter.getReactiveType() == Mono.class) {
			return Mono.deferContextual((subscriber) -> PublisherContext.within(subscriber,
					() -> mono(template.invocableClone(), entrance)));
		}
		return adapter.fromPublisher(Flux.deferContextual((subscriber) -> PublisherContext.within(subscriber,
				() -> flux(template.invocableClone(), entrance, adapter))));
	}

	private static Mono<?> mono(MethodInvocation call, Entrance entrance) {
		try {
			SubscribedCall entered = entrance.enter(call);
			Mono<?> mono = (entered.publisher() != null) ? (Mono<?>) entered.publisher() : Mono.empty();
			return PublisherContext.mono(entered.context(), mono)
				.doFinally((signal) -> entered.ended(signal == SignalType.ON_COMPLETE));
		}
		catch (Throwable ex) {
			return Mono.error(ex);
		}
	}

	private static Flux<?> flux(MethodInvocation call, Entrance entrance, ReactiveAdapter adapter) {
		try {
			SubscribedCall entered = entrance.enter(call);
			Publisher<?> publisher = (entered.publisher() != null) ? adapter.toPublisher(entered.publisher())
					: Flux.empty();
			return PublisherContext.flux(entered.context(), Flux.from(publisher))
				.doFinally((signal) -> entered.ended(signal == SignalType.ON_COMPLETE));
		}
		catch (Throwable ex) {
			return Flux.error(ex);
		}
	}

	/**
	 * Admits and runs calls.
	 */
	@FunctionalInterface
	interface Entrance {

		/**
		 * Admits and runs a call, or supplies a replacement.
		 */
		SubscribedCall enter(MethodInvocation call) throws Throwable;

	}

}
