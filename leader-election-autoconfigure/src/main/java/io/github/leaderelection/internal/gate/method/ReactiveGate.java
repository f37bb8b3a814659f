package io.github.leaderelection.internal.gate.method;

import java.lang.reflect.Method;
import java.util.concurrent.Flow;

import io.github.leaderelection.internal.gate.PublisherContext;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;
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
 * publisher completes, fails or is cancelled. What it subscribes to meanwhile belongs to
 * it. Loaded only with Reactor.
 */
final class ReactiveGate {

	private static final boolean PRESENT = ClassUtils.isPresent("reactor.core.publisher.Flux",
			ReactiveGate.class.getClassLoader());

	private ReactiveGate() {
	}

	/** Whether the work of a result begins after the call, at its subscription. */
	static boolean isReactive(Class<?> type) {
		ReactiveAdapter adapter = adapter(type);
		return isPublisher(type) || (adapter != null && adapter.getDescriptor().isDeferred());
	}

	/** Compares names, for the library may be missing. */
	private static boolean isPublisher(Class<?> type) {
		if (type.getName().equals("org.reactivestreams.Publisher")
				|| type.getName().equals("kotlinx.coroutines.flow.Flow") || type == Flow.Publisher.class) {
			return true;
		}
		for (Class<?> parent : type.getInterfaces()) {
			if (isPublisher(parent)) {
				return true;
			}
		}
		Class<?> parent = type.getSuperclass();
		return parent != null && isPublisher(parent);
	}

	/**
	 * Adapts what a method returns to the publisher that asks the gate.
	 * @param type what it returns, a reactive type
	 * @throws UngatableMethodException if that is not possible
	 */
	static ReactiveAdapter require(Method method, Class<?> type) {
		ReactiveAdapter adapter = PRESENT ? adapter(type) : null;
		if (adapter == null) {
			throw new UngatableMethodException(method,
					"returns " + type.getName()
							+ ", whose work begins after the call, and io.projectreactor:reactor-core, which the gate "
							+ "needs then, is missing",
					"Add reactor-core, put @LeaderOnly on a method that does the work, or return a CompletionStage");
		}
		if (!type.isAssignableFrom(adapter.getReactiveType())) {
			String possible = adapter.getReactiveType().getName();
			throw new UngatableMethodException(method,
					"returns " + type.getName() + ", and what asks the gate in its place can only be a " + possible,
					"Let it return " + possible + ", or put @LeaderOnly on a method that does the work");
		}
		return adapter;
	}

	private static @Nullable ReactiveAdapter adapter(Class<?> type) {
		return ReactiveAdapterRegistry.getSharedInstance().getAdapter(type);
	}

	/**
	 * The result of a call, which defers the call to its subscription.
	 * @param entrance admits and makes a call, or answers in its place
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
			return PublisherContext.mono(entered.context(), mono).doFinally((signal) -> entered.ended());
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
				.doFinally((signal) -> entered.ended());
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
