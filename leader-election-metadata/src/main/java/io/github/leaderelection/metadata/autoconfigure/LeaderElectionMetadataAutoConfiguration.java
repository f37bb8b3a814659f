package io.github.leaderelection.metadata.autoconfigure;

import io.github.leaderelection.ElectionNode;
import io.github.leaderelection.autoconfigure.LeaderElectionAutoConfiguration;
import io.github.leaderelection.internal.metadata.actuate.MetadataMetrics;
import io.github.leaderelection.internal.metadata.actuate.MetadataPart;
import io.github.leaderelection.internal.metadata.application.NodeMetadata;
import io.micrometer.core.instrument.MeterRegistry;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.micrometer.metrics.autoconfigure.MetricsAutoConfiguration;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.ImportRuntimeHints;
import org.springframework.core.env.Environment;

/**
 * {@link AutoConfiguration Auto-configuration} for metadata that outlive leaders, a part
 * of the endpoint {@code leader} and the meters {@code leader.metadata}. If leader
 * election is disabled, they are neither read nor written.
 */
@AutoConfiguration(after = LeaderElectionAutoConfiguration.class)
@ImportRuntimeHints(MetadataHints.class)
public final class LeaderElectionMetadataAutoConfiguration {

	static final String METADATA = "leaderElectionMetadata";

	@Bean(METADATA)
	@ConditionalOnMissingBean
	NodeMetadata leaderElectionMetadata(ObjectProvider<ElectionNode> node, ApplicationEventPublisher events) {
		return new NodeMetadata(node::getObject, events::publishEvent);
	}

	@Bean
	static MetadataRegistrar leaderElectionMetadataRegistrar(Environment environment) {
		return new MetadataRegistrar(environment);
	}

	@Configuration(proxyBeanMethods = false)
	@ConditionalOnClass(ConditionalOnAvailableEndpoint.class)
	@ConditionalOnBean(ElectionNode.class)
	static class EndpointConfiguration {

		@Bean
		@ConditionalOnMissingBean
		MetadataPart leaderMetadataPart(ElectionNode node, NodeMetadata metadata) {
			return new MetadataPart(node, metadata.groups());
		}

	}

	@Configuration(proxyBeanMethods = false)
	@ConditionalOnClass({ MeterRegistry.class, MetricsAutoConfiguration.class })
	@ConditionalOnBean(ElectionNode.class)
	static class MetricsConfiguration {

		@Bean
		@ConditionalOnMissingBean
		MetadataMetrics leaderMetadataMetrics(ElectionNode node, NodeMetadata metadata) {
			return new MetadataMetrics(node.groups().stream().map(metadata::of).toList());
		}

	}

}
