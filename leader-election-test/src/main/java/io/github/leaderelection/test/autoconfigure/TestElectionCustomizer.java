package io.github.leaderelection.test.autoconfigure;

import io.github.leaderelection.autoconfigure.LeaderElectionAutoConfiguration;
import io.github.leaderelection.autoconfigure.gate.LeaderElectionGateAutoConfiguration;

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
 * Adds the election to a context. Part of the key under which contexts are cached, so
 * tests that begin alike share one and others do not.
 *
 * @param leading whether this node leads every group when a test begins
 */
record TestElectionCustomizer(boolean leading) implements ContextCustomizer {

	@Override
	public void customizeContext(ConfigurableApplicationContext context, MergedContextConfiguration configuration) {
		TestPropertySourceUtils.addInlinedPropertiesToEnvironment(context, "leader-election.enabled=true",
				TestElectionAutoConfiguration.LEADING + "=" + this.leading);
		if (!(context.getBeanFactory() instanceof BeanDefinitionRegistry registry)) {
			throw new IllegalStateException("The bean factory of " + context + " takes no further definitions, but @"
					+ AutoConfigureLeaderElection.class.getSimpleName() + " has to add some: use another context");
		}
		RootBeanDefinition definition = new RootBeanDefinition(Imports.class);
		definition.setRole(BeanDefinition.ROLE_INFRASTRUCTURE);
		registry.registerBeanDefinition(Imports.class.getName(), definition);
	}

	/**
	 * What a slice of an application would otherwise be without.
	 */
	@Configuration(proxyBeanMethods = false)
	@ImportAutoConfiguration({ TestElectionAutoConfiguration.class, LeaderElectionAutoConfiguration.class,
			LeaderElectionGateAutoConfiguration.class })
	static final class Imports {

	}

}
