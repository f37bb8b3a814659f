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
 * Asks the gate at each subscription to what a leader-only method returns. The method
 * itself is called then, for what it does before it returns is leader-only work too, and
 * the work ends when the publisher completes, fails, or is cancelled. Loaded only where
 * Reactor is.
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
	 * What a call returns at once.
	 * @param invocation the call
	 * @param entrance admits a call and makes it, or answers in its place
	 */
	static Object publisher(MethodInvocation invocation, Entrance entrance) {
		// a call goes on only once, and this one may be subscribed to often
		ProxyMethodInvocation template = (ProxyMethodInvocation) ((ProxyMethodInvocation) invocation).invocableClone();
		Class<?> type = invocation.getMethod().getReturnType();
		if (type == Mono.class) {
			return Mono.defer(() -> mono(template.invocableClone(), entrance));
		}
		ReactiveAdapter adapter = ReactiveAdapterRegistry.getSharedInstance().getAdapter(type);
		if (adapter == null) {
			throw new IllegalStateException("Nothing adapts " + type.getName() + " any more");
		}
		return adapter.fromPublisher(Flux.defer(() -> flux(template.invocableClone(), entrance, adapter)));
	}

	private static Mono<?> mono(MethodInvocation call, Entrance entrance) {
		try {
			Entered entered = entrance.enter(call);
			Mono<?> mono = (entered.publisher() != null) ? (Mono<?>) entered.publisher() : Mono.empty();
			return mono.doFinally((signal) -> entered.ended());
		}
		catch (Throwable ex) {
			return Mono.error(ex);
		}
	}

	private static Flux<?> flux(MethodInvocation call, Entrance entrance, ReactiveAdapter adapter) {
		try {
			Entered entered = entrance.enter(call);
			Publisher<?> publisher = (entered.publisher() != null) ? adapter.toPublisher(entered.publisher())
					: Flux.empty();
			return Flux.from(publisher).doFinally((signal) -> entered.ended());
		}
		catch (Throwable ex) {
			return Flux.error(ex);
		}
	}

	/**
	 * Where a call is admitted and made.
	 */
	@FunctionalInterface
	interface Entrance {

		/**
		 * Admits a call and makes it, or answers in its place.
		 * @param call the call
		 * @return what came of it
		 * @throws Throwable what the call or the answer in its place threw
		 */
		Entered enter(MethodInvocation call) throws Throwable;

	}

}
