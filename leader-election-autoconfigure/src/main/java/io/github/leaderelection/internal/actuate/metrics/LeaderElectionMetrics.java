package io.github.leaderelection.internal.actuate.metrics;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

import io.github.leaderelection.ElectionNode;
import io.github.leaderelection.LeaderElector;
import io.github.leaderelection.internal.actuate.TransportRefusals;
import io.github.leaderelection.internal.actuate.metrics.LeaderElectionMeter.Tag;
import io.github.leaderelection.internal.gate.method.GateStatistics;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;

/**
 * Binds the meters of a node, see {@link LeaderElectionMeter}. Counts from its creation,
 * before the first start of the node, across all starts.
 */
public class LeaderElectionMetrics implements MeterBinder {

	private final List<GroupMeters> groups = new ArrayList<>();

	private final TransportRefusals refusals;

	public LeaderElectionMetrics(ElectionNode node, GateStatistics gate, TransportRefusals refusals) {
		this.refusals = Objects.requireNonNull(refusals, "refusals");
		for (String group : node.groups()) {
			LeaderElector elector = node.elector(group);
			GroupMeters meters = new GroupMeters(elector, gate);
			elector.addListener(meters);
			this.groups.add(meters);
		}
	}

	@Override
	public void bindTo(MeterRegistry registry) {
		this.groups.forEach((group) -> group.bindTo(registry));
		LeaderElectionMeter meter = LeaderElectionMeter.TRANSPORT_REFUSALS;
		for (String reason : this.refusals.byReason().keySet()) {
			FunctionCounter
				.builder(meter.getName(), this.refusals, (present) -> present.byReason().getOrDefault(reason, 0L))
				.description(meter.getDescription())
				.tag(Tag.REASON.asString(), reason)
				.register(registry);
		}
		Gauge.builder(LeaderElectionMeter.OBSERVERS.getName(), this.refusals, TransportRefusals::observers)
			.description(LeaderElectionMeter.OBSERVERS.getDescription())
			.strongReference(true)
			.register(registry);
	}

}
