package io.github.leaderelection.autoconfigure.actuate;

import java.util.Map;

import io.github.leaderelection.ElectionNode;
import io.github.leaderelection.autoconfigure.LeaderElectionAutoConfiguration;
import io.github.leaderelection.internal.actuate.LeaderEndpoint;
import io.github.leaderelection.internal.actuate.LeaderEndpointWebExtension;
import io.github.leaderelection.internal.actuate.RequestAudit;
import io.github.leaderelection.internal.actuate.TransportRefusals;
import io.github.leaderelection.internal.gate.method.GateStatistics;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint;
import org.springframework.boot.actuate.autoconfigure.endpoint.expose.EndpointExposure;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.util.ClassUtils;
import org.springframework.web.context.WebApplicationContext;

/**
 * {@link AutoConfiguration Auto-configuration} for the endpoint {@code leader}.
 */
@AutoConfiguration(after = LeaderElectionAutoConfiguration.class)
@ConditionalOnClass(ConditionalOnAvailableEndpoint.class)
@ConditionalOnAvailableEndpoint(LeaderEndpoint.class)
@EnableConfigurationProperties(LeaderEndpointProperties.class)
public final class LeaderElectionEndpointAutoConfiguration {

	private static final boolean MVC = ClassUtils.isPresent("org.springframework.web.servlet.DispatcherServlet",
			LeaderElectionEndpointAutoConfiguration.class.getClassLoader());

	@Bean
	@ConditionalOnBean(ElectionNode.class)
	@ConditionalOnMissingBean
	LeaderEndpoint leaderEndpoint(ElectionNode electionNode, ObjectProvider<TransportRefusals> refusals,
			ObjectProvider<GateStatistics> gate) {
		return new LeaderEndpoint(electionNode, refusals.getIfAvailable(() -> Map::of),
				gate.getIfAvailable(GateStatistics::new));
	}

	@Bean
	@ConditionalOnBean(LeaderEndpoint.class)
	@ConditionalOnMissingBean
	@ConditionalOnAvailableEndpoint(exposure = EndpointExposure.WEB)
	LeaderEndpointWebExtension leaderEndpointWebExtension(LeaderEndpoint leaderEndpoint,
			LeaderEndpointProperties properties, ApplicationContext context,
			ObjectProvider<LeaderEndpoint.Part> parts) {
		return new LeaderEndpointWebExtension(leaderEndpoint, MVC && context instanceof WebApplicationContext,
				properties::isDetailedFor, parts.orderedStream().toList(), new RequestAudit(context));
	}

}
