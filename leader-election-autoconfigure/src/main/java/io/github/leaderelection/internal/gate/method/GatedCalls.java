package io.github.leaderelection.internal.gate.method;

import java.lang.reflect.Method;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import io.github.leaderelection.internal.gate.LeaderGate;
import org.jspecify.annotations.Nullable;

/**
 * Finds what calls need, with one look-up where a method is called on one type alone, as
 * nearly all are. Safe for use from any thread.
 */
final class GatedCalls {

	private final LeaderOnlyMethods methods;

	private final LeaderGate gate;

	private final GateStatistics statistics;

	/** For each method the type it was called on first. */
	private final Map<Method, Found> first = new ConcurrentHashMap<>();

	/** By type and then by method: a key of both would have to be made for every call. */
	private final Map<Class<?>, Map<Method, Found>> others = new ConcurrentHashMap<>();

	GatedCalls(LeaderOnlyMethods methods, LeaderGate gate, GateStatistics statistics) {
		this.methods = methods;
		this.gate = gate;
		this.statistics = statistics;
	}

	/** What to do with calls of a method, null to let them pass. */
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

	/**
	 * What was found.
	 *
	 * @param type the type called on
	 * @param call what its calls need, null where they pass
	 */
	private record Found(Class<?> type, @Nullable GatedCall call) {
	}

}
