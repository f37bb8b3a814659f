package io.github.leaderelection.internal.gate.method;

import java.lang.reflect.Method;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import io.github.leaderelection.internal.gate.LeaderGate;
import org.jspecify.annotations.Nullable;

/**
 * Caches the parts that calls need. One look-up suffices if a method is called on a
 * single type, as nearly all are. Safe for use from any thread.
 */
final class GatedCalls {

	private final LeaderOnlyMethods methods;

	private final LeaderGate gate;

	private final GateStatistics statistics;

	/** For each method, the first type it was called on. */
	private final Map<Method, Found> first = new ConcurrentHashMap<>();

	/**
	 * By type and then by method, for a combined key would cost an object for every call.
	 */
	private final Map<Class<?>, Map<Method, Found>> others = new ConcurrentHashMap<>();

	GatedCalls(LeaderOnlyMethods methods, LeaderGate gate, GateStatistics statistics) {
		this.methods = methods;
		this.gate = gate;
		this.statistics = statistics;
	}

	/** Null for a method without a gate. */
	@Nullable GatedCall find(Method method, Class<?> type) {
		Found found = this.first.get(method);
		if (found == null) {
			found = look(method, type);
			this.first.putIfAbsent(method, found);
		}
		else if (found.type() != type) {
			found = findAmongOthers(method, type);
		}
		return found.call();
	}

	private Found findAmongOthers(Method method, Class<?> type) {
		Map<Method, Found> ofType = this.others.computeIfAbsent(type, (key) -> new ConcurrentHashMap<>());
		Found found = ofType.get(method);
		if (found == null) {
			found = look(method, type);
			ofType.put(method, found);
		}
		return found;
	}

	private Found look(Method method, Class<?> type) {
		GatedOperation operation = this.methods.find(method, type);
		if (operation == null) {
			return new Found(type, null);
		}
		String group = operation.group();
		return new Found(type, new GatedCall(operation, this.gate.of(group), this.statistics.of(group)));
	}

	private record Found(Class<?> type, @Nullable GatedCall call) {
	}

}
