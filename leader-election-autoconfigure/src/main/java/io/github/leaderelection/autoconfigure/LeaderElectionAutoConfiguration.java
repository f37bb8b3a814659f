package io.github.leaderelection.autoconfigure;

import io.github.leaderelection.CandidatePosition;
import io.github.leaderelection.ElectionNode;
import io.github.leaderelection.LeaderElector;
import io.github.leaderelection.internal.lifecycle.ElectionLifecycle;
import io.github.leaderelection.internal.lifecycle.LeadershipEventPublisher;
import io.github.leaderelection.internal.lifecycle.LocalServer;
import io.github.leaderelection.internal.lifecycle.NodeAssembly;
import io.github.leaderelection.internal.lifecycle.NodeExtension;
import io.github.leaderelection.internal.lifecycle.ObserverNodeFactory;
import io.github.leaderelection.internal.lifecycle.OwnPort;
import io.github.leaderelection.internal.lifecycle.PeerTransportFactory;
import io.github.leaderelection.internal.keys.ConfiguredKeysCheck;
import io.github.leaderelection.internal.hints.ElectionHints;
import io.github.leaderelection.internal.keys.KeyMetadataHints;
import io.github.leaderelection.internal.settings.Headings;
import io.github.leaderelection.internal.settings.InvalidElectionConfigurationException;
import io.github.leaderelection.internal.settings.ObserverPlan;
import io.github.leaderelection.internal.settings.UnsetValues;
import io.github.leaderelection.spi.LeaseStore;
import io.github.leaderelection.spring.LeaderElectorRegistry;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.ConfigurationPropertiesBindHandlerAdvisor;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.web.server.context.WebServerInitializedEvent;
import org.springframework.context.ApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.ImportRuntimeHints;
import org.springframework.context.annotation.Primary;
import org.springframework.core.env.Environment;
import org.springframework.util.StringUtils;

/**
 * {@link AutoConfiguration Auto-configuration} for leader election: the node, an elector
 * for each group, and their lifecycle.
 */
@AutoConfiguration
@ImportRuntimeHints({ KeyMetadataHints.class, ElectionHints.class })
@EnableConfigurationProperties({ LeaderElectionProperties.class, FailureDetectorProperties.class,
		ListenersProperties.class, FlappingProperties.class, RevocationProperties.class, StoreProperties.class })
public final class LeaderElectionAutoConfiguration {

	static final String NODE = "electionNode";

	@Bean(ConfiguredKeysCheck.NAME)
	static ConfiguredKeysCheck leaderElectionConfiguredKeysCheck(Environment environment) {
		return new ConfiguredKeysCheck(environment);
	}

	@Bean
	static ConfigurationPropertiesBindHandlerAdvisor leaderElectionHeadings() {
		return Headings::new;
	}

	@Bean
	@ConditionalOnMissingBean(LeaderElectorRegistry.class)
	BeanLeaderElectorRegistry leaderElectorRegistry(ObjectProvider<LeaderElector> electors) {
		return new BeanLeaderElectorRegistry(
				electors.stream().filter((elector) -> !(elector instanceof DisabledElector)).toList());
	}

	static boolean isEnabled(Environment environment) {
		return environment.getProperty("leader-election.enabled", Boolean.class, true);
	}

	/**
	 * The election itself. A child context takes part through the node of its parent.
	 */
	@Configuration(proxyBeanMethods = false)
	@Conditional(OnNoParentElector.class)
	@ConditionalOnBooleanProperty(name = "leader-election.enabled", matchIfMissing = true)
	static class EnabledConfiguration {

		@Bean
		static GroupElectorsRegistrar leaderElectionGroupsRegistrar(Environment environment) {
			return new GroupElectorsRegistrar(environment);
		}

		@Bean
		LocalServer leaderElectionLocalServer(Environment environment) {
			return new LocalServer(environment);
		}

		@Bean
		OwnPort leaderElectionOwnPort(LeaderElectionProperties properties) {
			return new OwnPort(StringUtils.hasText(properties.transport().ssl().bundle()));
		}

		@Bean
		@ConditionalOnMissingBean
		RevocationPolicy leaderElectionRevocationPolicy(RevocationProperties properties,
				ConfigurableApplicationContext context) {
			return RevocationPolicy.of(properties.onRevocation(), context);
		}

		@Bean(NODE)
		@ConditionalOnBooleanProperty("leader-election.observe")
		@ConditionalOnMissingBean(ElectionNode.class)
		ElectionNode observerNode(LeaderElectionProperties properties, Environment environment,
				ObjectProvider<ObserverNodeFactory> observers) {
			ObserverPlan plan = ObserverPlanReader.read(properties, environment);
			ObserverNodeFactory factory = observers.getIfAvailable();
			if (factory == null) {
				throw new InvalidElectionConfigurationException(ObserverPlan.KEY, true,
						"This node shall observe, and the class path lacks leader-election-observer",
						"Depend on leader-election-observer, or remove " + ObserverPlan.KEY);
			}
			return factory.create(plan);
		}

		@Bean(NODE)
		@ConditionalOnBooleanProperty(name = "leader-election.observe", havingValue = false, matchIfMissing = true)
		@ConditionalOnMissingBean(ElectionNode.class)
		ElectionNode electionNode(LeaderElectionProperties properties, Environment environment, LocalServer server,
				OwnPort ownPort, ObjectProvider<PeerTransportFactory> transports, ObjectProvider<LeaseStore> stores,
				ObjectProvider<CandidatePosition> position, RevocationPolicy revocation,
				ObjectProvider<NodeExtension> extensions) {
			return new NodeAssembly(ElectionPlanReader.read(properties, environment), server, ownPort,
					transports::getIfAvailable, stores::getIfUnique, position::getIfAvailable, revocation,
					extensions.orderedStream().toList())
				.node();
		}

		@Bean
		@Primary
		@Qualifier(GroupSettings.DEFAULT_GROUP)
		@ConditionalOnMissingBean(name = "leaderElector")
		LeaderElector leaderElector(ElectionNode electionNode) {
			return electionNode.elector(GroupSettings.DEFAULT_GROUP);
		}

		@Bean
		LeadershipEventPublisher leadershipEventPublisher(LeaderElectorRegistry registry, ApplicationContext context) {
			return new LeadershipEventPublisher(registry, context);
		}

		@Bean
		ElectionLifecycle electionLifecycle(ElectionNode electionNode, LeadershipEventPublisher events,
				ApplicationContext context, ObjectProvider<NodeExtension> extensions,
				LeaderElectionProperties properties) {
			return new ElectionLifecycle(electionNode, events, context, extensions.orderedStream().toList(),
					UnsetValues.drain(context.getEnvironment(), properties.drainTimeout()));
		}

	}

	/**
	 * Electors that can be injected while the election is disabled.
	 */
	@Configuration(proxyBeanMethods = false)
	@Conditional(OnNoParentElector.class)
	@ConditionalOnBooleanProperty(name = "leader-election.enabled", havingValue = false)
	static class DisabledConfiguration {

		@Bean
		static GroupElectorsRegistrar leaderElectionGroupsRegistrar(Environment environment) {
			return new GroupElectorsRegistrar(environment);
		}

		@Bean
		@Primary
		@Qualifier(GroupSettings.DEFAULT_GROUP)
		@ConditionalOnMissingBean(name = "leaderElector")
		LeaderElector leaderElector(Environment environment) {
			return disabled(GroupSettings.DEFAULT_GROUP, environment);
		}

		static LeaderElector disabled(String group, Environment environment) {
			LeaderElectionProperties.Gate gate = Headings.bind(environment, "leader-election.gate",
					LeaderElectionProperties.Gate.class);
			return new DisabledElector(group, gate.whenDisabled() == LeaderElectionProperties.WhenDisabled.LEADER);
		}

	}

	/**
	 * The beans of applications that may have a web server.
	 */
	@Configuration(proxyBeanMethods = false)
	@ConditionalOnClass(WebServerInitializedEvent.class)
	@Conditional(OnNoParentElector.class)
	@ConditionalOnBooleanProperty(name = "leader-election.enabled", matchIfMissing = true)
	static class WebServerConfiguration {

		@Bean
		WebServerPortListener leaderElectionWebServerPortListener(LocalServer server) {
			return new WebServerPortListener(server);
		}

	}

}
