package io.github.leaderelection.internal.forward;

import java.util.function.Supplier;

import io.github.leaderelection.spring.LeaderElectorRegistry;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;

/**
 * Binds the meter {@code leader.election.forward}: requests for the leader, tagged by
 * {@code group} and {@code outcome}. Outcomes without an occurrence show as zero.
 */
public final class ForwardMetrics implements MeterBinder {

	private static final String NAME = "leader.election.forward";

	private final ForwardStatistics statistics;

	private final Supplier<LeaderElectorRegistry> electors;

	public ForwardMetrics(ForwardStatistics statistics, Supplier<LeaderElectorRegistry> electors) {
		this.statistics = statistics;
		this.electors = electors;
	}

	@Override
	public void bindTo(MeterRegistry registry) {
		for (String group : this.electors.get().groups()) {
			for (ForwardOutcome outcome : ForwardOutcome.values()) {
				FunctionCounter.builder(NAME, this.statistics, (present) -> present.count(group, outcome))
					.description("Requests to handlers of the leader")
					.tag("group", group)
					.tag("outcome", outcome.name())
					.register(registry);
			}
		}
	}

}
