package io.github.leaderelection.nodefence.autoconfigure;

import io.github.leaderelection.ElectionNode;
import io.github.leaderelection.autoconfigure.LeaderElectionAutoConfiguration;
import io.github.leaderelection.fencing.CommandFence;
import io.github.leaderelection.fencing.NodeFence;
import io.github.leaderelection.internal.hints.ElectionHints;
import io.github.leaderelection.internal.nodefence.application.FencePart;
import io.github.leaderelection.internal.nodefence.application.NodeFencing;
import io.github.leaderelection.internal.nodefence.runtime.FenceMessage;
import org.jspecify.annotations.Nullable;

import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.RuntimeHintsRegistrar;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.ImportRuntimeHints;

/**
 * {@link AutoConfiguration Auto-configuration} that has former leaders stopped before the
 * next one is granted, if there is a {@link NodeFence} bean or
 * {@code leader-election.fence.command} is set.
 */
@AutoConfiguration(after = LeaderElectionAutoConfiguration.class)
@EnableConfigurationProperties(NodeFenceProperties.class)
@ImportRuntimeHints(LeaderElectionNodeFencingAutoConfiguration.Hints.class)
public final class LeaderElectionNodeFencingAutoConfiguration {

	@Bean
	@ConditionalOnMissingBean
	NodeFencing leaderElectionNodeFencing(NodeFenceProperties properties, ObjectProvider<NodeFence> fences) {
		return new NodeFencing(
				fences.getIfAvailable(() -> properties.command().isEmpty() ? null
						: new CommandFence(properties.command(), properties.commandTimeout())),
				properties.timeout(), properties.minInterval());
	}

	@Configuration(proxyBeanMethods = false)
	@ConditionalOnClass(ConditionalOnAvailableEndpoint.class)
	@ConditionalOnBean(ElectionNode.class)
	static class EndpointConfiguration {

		@Bean
		@ConditionalOnMissingBean
		FencePart leaderFencePart(ElectionNode node, NodeFencing fencing) {
			return new FencePart(node, fencing);
		}

	}

	/**
	 * Keeps the records of messages in a native image.
	 */
	static final class Hints implements RuntimeHintsRegistrar {

		@Override
		public void registerHints(RuntimeHints hints, @Nullable ClassLoader classLoader) {
			ElectionHints.keep(hints, FenceMessage.class);
		}

	}

}
