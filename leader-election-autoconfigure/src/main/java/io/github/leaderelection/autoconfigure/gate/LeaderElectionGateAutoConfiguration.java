package io.github.leaderelection.autoconfigure.gate;

import java.util.function.Supplier;

import io.github.leaderelection.autoconfigure.LeaderElectionAutoConfiguration;
import io.github.leaderelection.autoconfigure.LeaderElectionProperties.Gate;
import io.github.leaderelection.autoconfigure.LeaderElectionProperties.OnFollower;
import io.github.leaderelection.autoconfigure.LeaderElectionProperties.WhenDisabled;
import io.github.leaderelection.internal.gate.ElectorGate;
import io.github.leaderelection.internal.gate.LeaderGate;
import io.github.leaderelection.internal.gate.method.GateCheck;
import io.github.leaderelection.internal.gate.method.GateStatistics;
import io.github.leaderelection.internal.gate.method.LeaderOnlyAdvisor;
import io.github.leaderelection.internal.gate.method.LeaderOnlyMethods;
import io.github.leaderelection.internal.gate.method.LeaderTransactions;
import io.github.leaderelection.internal.settings.Headings;
import io.github.leaderelection.spring.LeaderElectorRegistry;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.context.annotation.Lazy;
import org.springframework.context.annotation.Role;
import org.springframework.core.env.Environment;
import org.springframework.core.io.ResourceLoader;

/**
 * {@link AutoConfiguration Auto-configuration} for leader-only methods. They stay gated
 * if leader election is disabled. These beans are created before all others. So they read
 * the environment and look up electors at the first call.
 */
@AutoConfiguration(after = LeaderElectionAutoConfiguration.class)
@Import(AutoProxyCreatorRegistrar.class)
public final class LeaderElectionGateAutoConfiguration {

	@Bean
	@Role(BeanDefinition.ROLE_INFRASTRUCTURE)
	static LeaderOnlyMethods leaderOnlyMethods(Environment environment) {
		return new LeaderOnlyMethods(gate(environment).onFollower() == OnFollower.THROW);
	}

	/**
	 * The statistics; a child context uses those of its parent, whose meters show them.
	 */
	@Bean
	@Role(BeanDefinition.ROLE_INFRASTRUCTURE)
	@ConditionalOnMissingBean
	static GateStatistics leaderOnlyStatistics() {
		return new GateStatistics();
	}

	@Bean
	@Role(BeanDefinition.ROLE_INFRASTRUCTURE)
	static LeaderOnlyAdvisor leaderOnlyAdvisor(LeaderOnlyMethods methods, GateStatistics statistics,
			Environment environment, ObjectProvider<LeaderElectorRegistry> registry,
			ObjectProvider<LeaderTransactions> transactions, ResourceLoader resources,
			ApplicationEventPublisher events) {
		return new LeaderOnlyAdvisor(methods, leaderGate(environment, registry), statistics,
				orNone(transactions, environment, resources), RunWatches.of(environment, events),
				gate(environment).advisorOrder());
	}

	@Bean
	@Lazy(false)
	static GateCheck leaderOnlyCheck(LeaderOnlyMethods methods, Environment environment,
			ObjectProvider<LeaderElectorRegistry> registry, ObjectProvider<LeaderTransactions> transactions,
			ResourceLoader resources) {
		return isEnabled(environment)
				? GateCheck.ofEnabled(methods, registry::getObject, orNone(transactions, environment, resources))
				: GateCheck.ofDisabled(methods, gate(environment).whenDisabled() == WhenDisabled.LEADER);
	}

	private static Supplier<LeaderTransactions> orNone(ObjectProvider<LeaderTransactions> transactions,
			Environment environment, ResourceLoader resources) {
		return () -> transactions.getIfAvailable(
				() -> LeaderTransactions.none(new MissingTransactions(environment, resources.getClassLoader())));
	}

	private static LeaderGate leaderGate(Environment environment, ObjectProvider<LeaderElectorRegistry> registry) {
		return isEnabled(environment) ? new ElectorGate(registry::getObject)
				: LeaderGate.fixed(gate(environment).whenDisabled() == WhenDisabled.LEADER);
	}

	private static boolean isEnabled(Environment environment) {
		return environment.getProperty("leader-election.enabled", Boolean.class, true);
	}

	private static Gate gate(Environment environment) {
		return Headings.bind(environment, "leader-election.gate", Gate.class);
	}

}
