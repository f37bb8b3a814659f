package io.github.leaderelection.internal.fencing;

import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;

import io.github.leaderelection.fencing.FencingTally;
import io.github.leaderelection.fencing.web.FencingOutcome;
import io.github.leaderelection.internal.actuate.metrics.LeaderElectionMeter.Tag;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;

/**
 * Binds the meters of fencing, see {@link FencingMeter}. All guards share one meter, and
 * so do all filters: a registry keeps only the first meter of a name.
 */
public class FencingMetrics implements MeterBinder {

	private final List<FencingTally> guards;

	private final List<ToLongFunction<FencingOutcome>> filters;

	public FencingMetrics(Stream<FencingCounts> counts) {
		List<FencingCounts> all = counts.toList();
		this.guards = all.stream().flatMap((each) -> each.checks().stream()).toList();
		this.filters = all.stream().flatMap((each) -> each.requests().stream()).toList();
	}

	@Override
	public void bindTo(MeterRegistry registry) {
		if (!this.guards.isEmpty()) {
			bind(registry, FencingMeter.CHECKS, "admitted", (metrics) -> metrics.checks(FencingTally::admitted));
			bind(registry, FencingMeter.CHECKS, "refused", (metrics) -> metrics.checks(FencingTally::refused));
		}
		if (!this.filters.isEmpty()) {
			for (FencingOutcome outcome : List.of(FencingOutcome.values())) {
				bind(registry, FencingMeter.REQUESTS, outcome.tag(), (metrics) -> metrics.requests(outcome));
			}
		}
	}

	private void bind(MeterRegistry registry, FencingMeter meter, String outcome,
			ToDoubleFunction<FencingMetrics> count) {
		FunctionCounter.builder(meter.getName(), this, count)
			.description(meter.getDescription())
			.tag(Tag.OUTCOME.asString(), outcome)
			.register(registry);
	}

	private long checks(ToLongFunction<FencingTally> count) {
		return this.guards.stream().mapToLong(count).sum();
	}

	private long requests(FencingOutcome outcome) {
		return this.filters.stream().mapToLong((filter) -> filter.applyAsLong(outcome)).sum();
	}

}
