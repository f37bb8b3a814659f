package io.github.leaderelection.internal.gate.method;

import java.lang.reflect.Method;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import io.github.leaderelection.internal.gate.GroupGate;
import io.github.leaderelection.internal.gate.LeaderGate;
import io.github.leaderelection.internal.gate.method.GateStatistics.Counts;
import io.github.leaderelection.internal.gate.method.GatedOperation.Afterwards;
import io.github.leaderelection.internal.gate.skipped.DeferredCalls;
import io.github.leaderelection.internal.gate.skipped.MissedRuns;
import io.github.leaderelection.internal.gate.skipped.RunWatch;
import org.jspecify.annotations.Nullable;

/**
 * Caches the parts that calls need. One look-up suffices for a method that is called on a
 * single type, as nearly all are. Safe for use from any thread.
 */
final class GatedCalls implements AutoCloseable {

	private final LeaderOnlyMethods methods;

	private final LeaderGate gate;

	private final GateStatistics statistics;

	private final RunWatch watch;

	/** For each method, the first type it was called on. */
	private final Map<Method, Found> first = new ConcurrentHashMap<>();

	/**
	 * Keyed by type, then by method: a combined key would allocate an object at every
	 * call.
	 */
	private final Map<Class<?>, Map<Method, Found>> others = new ConcurrentHashMap<>();

	/** One for each operation, even if two threads look it up at the same time. */
	private final Map<GatedOperation, DeferredCalls> deferred = new ConcurrentHashMap<>();

	private final Map<GatedOperation, MissedRuns> missed = new ConcurrentHashMap<>();

	GatedCalls(LeaderOnlyMethods methods, LeaderGate gate, GateStatistics statistics, RunWatch watch) {
		this.methods = methods;
		this.gate = gate;
		this.statistics = statistics;
		this.watch = watch;
	}

	/** Finds the call of a method, null for a method without a gate. */
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
		GroupGate gate = this.gate.of(group);
		Counts counts = this.statistics.of(group);
		Afterwards afterwards = operation.afterwards();
		DeferredCalls deferred = (afterwards == Afterwards.DEFERRED)
				? this.deferred.computeIfAbsent(operation, (key) -> new DeferredCalls(key.name(), gate)) : null;
		boolean isWatched = afterwards == Afterwards.WATCHED || afterwards == Afterwards.MADE_UP;
		MissedRuns missed = isWatched ? this.missed.computeIfAbsent(operation,
				(key) -> new MissedRuns(key.name(), group, gate, this.watch, counts::record)) : null;
		return new Found(type, new GatedCall(operation, gate, counts, counts.runs(operation.name()), deferred, missed));
	}

	/** Discards the calls that wait for this node to lead. */
	@Override
	public void close() {
		this.deferred.values().forEach(DeferredCalls::close);
		this.missed.values().forEach(MissedRuns::close);
	}

	private record Found(Class<?> type, @Nullable GatedCall call) {
	}

}
