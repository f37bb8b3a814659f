package io.github.leaderelection.test.autoconfigure;

import io.github.leaderelection.assignments.autoconfigure.LeaderElectionAssignmentsAutoConfiguration;
import io.github.leaderelection.autoconfigure.LeaderElectionAutoConfiguration;
import io.github.leaderelection.autoconfigure.gate.LeaderElectionGateAutoConfiguration;
import io.github.leaderelection.autoconfigure.gate.LeaderElectionTransactionAutoConfiguration;

import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.beans.factory.support.RootBeanDefinition;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.test.context.ContextCustomizer;
import org.springframework.test.context.MergedContextConfiguration;
import org.springframework.test.context.support.TestPropertySourceUtils;

/**
 * Adds the election to a context. It is part of the key of the context cache, so test
 * classes with equal settings share a context.
 *
 * @param leading whether this node leads every group when a test begins
 */
record TestElectionCustomizer(boolean leading) implements ContextCustomizer {

	/** What the application sets for production would connect, listen or read files. */
	private static final String[] PROPERTIES = { "leader-election.enabled=true", "leader-election.store=",
			"leader-election.transport.port=", "leader-election.transport.ssl.bundle=" };

	@Override
	public void customizeContext(ConfigurableApplicationContext context, MergedContextConfiguration configuration) {
		TestPropertySourceUtils.addInlinedPropertiesToEnvironment(context, PROPERTIES);
		TestPropertySourceUtils.addInlinedPropertiesToEnvironment(context,
				TestElectionAutoConfiguration.LEADING + "=" + this.leading);
		if (!(context.getBeanFactory() instanceof BeanDefinitionRegistry registry)) {
			throw new IllegalStateException(
					"@" + AutoConfigureLeaderElection.class.getSimpleName() + " cannot add beans to " + context
							+ ": use a context whose bean factory is a BeanDefinitionRegistry");
		}
		register(registry, Imports.class);
		if (WithPartitionsListener.PRESENT) {
			register(registry, AssignmentImports.class);
		}
	}

	private static void register(BeanDefinitionRegistry registry, Class<?> imports) {
		RootBeanDefinition definition = new RootBeanDefinition(imports);
		definition.setRole(BeanDefinition.ROLE_INFRASTRUCTURE);
		registry.registerBeanDefinition(imports.getName(), definition);
	}

	/**
	 * The auto-configurations that a test slice leaves out.
	 */
	@Configuration(proxyBeanMethods = false)
	@ImportAutoConfiguration({ TestElectionAutoConfiguration.class, LeaderElectionAutoConfiguration.class,
			LeaderElectionGateAutoConfiguration.class, LeaderElectionTransactionAutoConfiguration.class })
	static final class Imports {

	}

	/**
	 * Those of assignments; named only where the application has them.
	 */
	@Configuration(proxyBeanMethods = false)
	@ImportAutoConfiguration({ LeaderElectionAssignmentsAutoConfiguration.class,
			TestAssignmentsAutoConfiguration.class })
	static final class AssignmentImports {

	}

}
