package io.github.leaderelection.autoconfigure.actuate;

import java.util.Map;

import io.github.leaderelection.ElectionNode;
import io.github.leaderelection.autoconfigure.LeaderElectionAutoConfiguration;
import io.github.leaderelection.internal.actuate.TransportRefusals;
import io.github.leaderelection.internal.actuate.metrics.LeaderElectionMetrics;
import io.github.leaderelection.internal.gate.method.GateStatistics;
import io.micrometer.core.instrument.MeterRegistry;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.micrometer.metrics.autoconfigure.MetricsAutoConfiguration;
import org.springframework.context.annotation.Bean;

/**
 * {@link AutoConfiguration Auto-configuration} for the meters {@code leader.election}.
 * Spring Boot binds them to every registry.
 */
@AutoConfiguration(after = LeaderElectionAutoConfiguration.class)
@ConditionalOnClass({ MeterRegistry.class, MetricsAutoConfiguration.class })
@ConditionalOnBean(ElectionNode.class)
public final class LeaderElectionMetricsAutoConfiguration {

	@Bean
	@ConditionalOnMissingBean
	LeaderElectionMetrics leaderElectionMetrics(ElectionNode electionNode, ObjectProvider<GateStatistics> gate,
			ObjectProvider<TransportRefusals> refusals) {
		return new LeaderElectionMetrics(electionNode, gate.getIfAvailable(GateStatistics::new),
				refusals.getIfAvailable(() -> Map::of));
	}

}
