package io.github.leaderelection.internal.metadata.actuate;

import java.util.function.ToDoubleFunction;

import io.github.leaderelection.internal.metadata.application.GroupMetadata;
import io.github.leaderelection.internal.metadata.protocol.MetadataEffect;
import io.github.leaderelection.internal.metadata.runtime.GroupRegister;
import io.github.leaderelection.internal.metadata.runtime.RegisterSnapshot;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.MeterBinder;

/**
 * Binds the meters of metadata. What only the leader knows is not a number elsewhere.
 */
public final class MetadataMetrics implements MeterBinder {

	private static final String PREFIX = "leader.metadata.";

	private final Iterable<GroupMetadata> groups;

	public MetadataMetrics(Iterable<GroupMetadata> groups) {
		this.groups = groups;
	}

	@Override
	public void bindTo(MeterRegistry registry) {
		for (GroupMetadata each : this.groups) {
			Tags tags = Tags.of("group", each.group());
			for (MetadataEffect.Outcome outcome : MetadataEffect.Outcome.values()) {
				FunctionCounter.builder(PREFIX + "writes", each.writes(outcome), Number::doubleValue)
					.description("Writes of this instance that ended")
					.tags(tags.and("outcome", outcome.name()))
					.register(registry);
			}
			Gauge.builder(PREFIX + "bytes", each, GroupMetadata::bytes)
				.description("Size of the newest value that this instance knows")
				.baseUnit("bytes")
				.tags(tags)
				.register(registry);
			gauge(registry, each, "sync", "1 on a leader that knows the newest value, 0 on one that does not", tags,
					(register) -> leading(register, (leading) -> (leading.committed() != null) ? 1 : 0));
			gauge(registry, each, "lag", "Members that do not show the newest value, as the leader sees it", tags,
					(register) -> leading(register,
							(leading) -> register.members().size() - (double) leading.informed().size()));
		}
	}

	private static void gauge(MeterRegistry registry, GroupMetadata metadata, String name, String description,
			Tags tags, ToDoubleFunction<GroupRegister> value) {
		Gauge.builder(PREFIX + name, metadata, (asked) -> {
			GroupRegister register = asked.present();
			return (register != null) ? value.applyAsDouble(register) : Double.NaN;
		}).description(description).tags(tags).register(registry);
	}

	private static double leading(GroupRegister register, ToDoubleFunction<RegisterSnapshot.Leading> value) {
		RegisterSnapshot.Leading leading = register.snapshot().leading();
		return (leading != null) ? value.applyAsDouble(leading) : Double.NaN;
	}

}
