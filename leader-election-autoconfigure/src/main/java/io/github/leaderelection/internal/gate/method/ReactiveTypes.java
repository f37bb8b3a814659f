package io.github.leaderelection.internal.gate.method;

import java.lang.reflect.Method;
import java.util.concurrent.Flow;

import org.jspecify.annotations.Nullable;

import org.springframework.core.ReactiveAdapter;
import org.springframework.core.ReactiveAdapterRegistry;
import org.springframework.util.ClassUtils;

/**
 * Finds results whose work begins after the call, and adapters for them. Refers to no
 * class of Reactor or Reactive Streams, because these may be missing.
 */
final class ReactiveTypes {

	private static final boolean PRESENT = ClassUtils.isPresent("reactor.core.publisher.Flux",
			ReactiveTypes.class.getClassLoader());

	private ReactiveTypes() {
	}

	/** Whether the work of a result begins after the call, at its subscription. */
	static boolean isReactive(Class<?> type) {
		ReactiveAdapter adapter = adapter(type);
		return isPublisher(type) || (adapter != null && adapter.getDescriptor().isDeferred());
	}

	/** Compares names, because the library may be missing. */
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
	 * Finds the adapter of a return type to the publisher that asks the gate.
	 * @throws UngatableMethodException if there is no such adapter
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

}
