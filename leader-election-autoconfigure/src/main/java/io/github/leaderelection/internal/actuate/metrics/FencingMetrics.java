package io.github.leaderelection.internal.actuate.metrics;

import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;

import io.github.leaderelection.fencing.FencingTally;
import io.github.leaderelection.fencing.web.FencingOutcome;
import io.github.leaderelection.internal.actuate.metrics.LeaderElectionMeter.Tag;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import org.jspecify.annotations.Nullable;

/**
 * Binds the meters of fencing, see {@link FencingMeter}.
 */
public class FencingMetrics implements MeterBinder {

	private final @Nullable FencingTally guard;

	private final @Nullable ToLongFunction<FencingOutcome> filter;

	private FencingMetrics(@Nullable FencingTally guard, @Nullable ToLongFunction<FencingOutcome> filter) {
		this.guard = guard;
		this.filter = filter;
	}

	public static FencingMetrics ofGuard(FencingTally tally) {
		return new FencingMetrics(tally, null);
	}

	/**
	 * Counts the requests of a filter.
	 * @param requests their number by outcome
	 */
	public static FencingMetrics ofFilter(ToLongFunction<FencingOutcome> requests) {
		return new FencingMetrics(null, requests);
	}

	@Override
	public void bindTo(MeterRegistry registry) {
		FencingTally checks = this.guard;
		if (checks != null) {
			bind(registry, FencingMeter.CHECKS, "admitted", checks, FencingTally::admitted);
			bind(registry, FencingMeter.CHECKS, "refused", checks, FencingTally::refused);
		}
		ToLongFunction<FencingOutcome> requests = this.filter;
		if (requests != null) {
			for (FencingOutcome outcome : List.of(FencingOutcome.values())) {
				bind(registry, FencingMeter.REQUESTS, outcome.tag(), requests, (tally) -> tally.applyAsLong(outcome));
			}
		}
	}

	private static <T> void bind(MeterRegistry registry, FencingMeter meter, String outcome, T counted,
			ToDoubleFunction<T> count) {
		FunctionCounter.builder(meter.getName(), counted, count)
			.description(meter.getDescription())
			.tag(Tag.OUTCOME.asString(), outcome)
			.register(registry);
	}

}
