package io.github.leaderelection.internal.gate.method;

import org.aopalliance.intercept.MethodInvocation;
import org.reactivestreams.Publisher;

import org.springframework.aop.ProxyMethodInvocation;
import org.springframework.core.ReactiveAdapter;
import org.springframework.core.ReactiveAdapterRegistry;
import org.springframework.util.ClassUtils;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * Asks the gate at each subscription to the result of a leader-only method, and calls the
 * method then. Everything the method does is leader-only work, which ends when its
 * publisher completes, fails or is cancelled. Loaded only with Reactor.
 */
final class ReactiveGate {

	private static final boolean PRESENT = ClassUtils.isPresent("reactor.core.publisher.Flux",
			ReactiveGate.class.getClassLoader());

	private ReactiveGate() {
	}

	/** Whether publishers of a type can be gated. */
	static boolean isAvailable(Class<?> type) {
		return PRESENT && ReactiveAdapterRegistry.getSharedInstance().getAdapter(type) != null;
	}

	/**
	 * The result of a call, which defers the call to its subscription.
	 * @param entrance admits and makes a call, or answers in its place
	 */
	static Object publisher(MethodInvocation invocation, Entrance entrance) {
		// An invocation proceeds only once, but there may be many subscriptions.
		ProxyMethodInvocation template = (ProxyMethodInvocation) ((ProxyMethodInvocation) invocation).invocableClone();
		Class<?> type = invocation.getMethod().getReturnType();
		if (type == Mono.class) {
			return Mono.defer(() -> mono(template.invocableClone(), entrance));
		}
		ReactiveAdapter adapter = ReactiveAdapterRegistry.getSharedInstance().getAdapter(type);
		if (adapter == null) {
			throw new IllegalStateException("No reactive adapter for " + type.getName());
		}
		return adapter.fromPublisher(Flux.defer(() -> flux(template.invocableClone(), entrance, adapter)));
	}

	private static Mono<?> mono(MethodInvocation call, Entrance entrance) {
		try {
			SubscribedCall entered = entrance.enter(call);
			Mono<?> mono = (entered.publisher() != null) ? (Mono<?>) entered.publisher() : Mono.empty();
			return mono.doFinally((signal) -> entered.ended());
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
			return Flux.from(publisher).doFinally((signal) -> entered.ended());
		}
		catch (Throwable ex) {
			return Flux.error(ex);
		}
	}

	/**
	 * Admits and makes calls.
	 */
	@FunctionalInterface
	interface Entrance {

		/**
		 * Admits and makes a call, or answers in its place.
		 */
		SubscribedCall enter(MethodInvocation call) throws Throwable;

	}

}
