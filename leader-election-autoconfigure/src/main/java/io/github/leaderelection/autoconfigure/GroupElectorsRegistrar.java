package io.github.leaderelection.autoconfigure;

import java.util.Map;

import io.github.leaderelection.ElectionNode;
import io.github.leaderelection.LeaderElector;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.beans.factory.support.AbstractBeanDefinition;
import org.springframework.beans.factory.support.AutowireCandidateQualifier;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.beans.factory.support.BeanDefinitionRegistryPostProcessor;
import org.springframework.beans.factory.support.RootBeanDefinition;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.core.env.Environment;

/**
 * Registers an elector for each further group, with the group's name as its qualifier.
 */
class GroupElectorsRegistrar implements BeanDefinitionRegistryPostProcessor {

	private static final Bindable<Map<String, LeaderElectionProperties.Group>> GROUPS = Bindable.mapOf(String.class,
			LeaderElectionProperties.Group.class);

	private final Environment environment;

	GroupElectorsRegistrar(Environment environment) {
		this.environment = environment;
	}

	@Override
	public void postProcessBeanDefinitionRegistry(BeanDefinitionRegistry registry) {
		Map<String, LeaderElectionProperties.Group> groups = Binder.get(this.environment)
			.bind("leader-election.groups", GROUPS)
			.orElse(Map.of());
		if (groups.isEmpty()) {
			return;
		}
		boolean enabled = LeaderElectionAutoConfiguration.isEnabled(this.environment);
		// Once for all groups, because each search visits every bean.
		String node = nodeName(registry);
		for (String group : groups.keySet()) {
			GroupSettings.checkName(group);
			String name = group + "LeaderElector";
			if (!group.equals(GroupSettings.DEFAULT_GROUP) && !registry.containsBeanDefinition(name)) {
				registry.registerBeanDefinition(name, definition(enabled ? node : null, group));
			}
		}
	}

	private RootBeanDefinition definition(@Nullable String node, String group) {
		RootBeanDefinition definition = new RootBeanDefinition(LeaderElector.class);
		if (node != null) {
			definition.setFactoryBeanName(node);
			definition.setFactoryMethodName("elector");
			definition.getConstructorArgumentValues().addIndexedArgumentValue(0, group);
		}
		else {
			// No supplier, because beans are also processed ahead of time.
			definition.setBeanClass(LeaderElectionAutoConfiguration.DisabledConfiguration.class);
			definition.setTargetType(LeaderElector.class);
			definition.setFactoryMethodName("disabled");
			definition.setAutowireMode(AbstractBeanDefinition.AUTOWIRE_CONSTRUCTOR);
			definition.getConstructorArgumentValues().addIndexedArgumentValue(0, group);
		}
		definition.addQualifier(new AutowireCandidateQualifier(Qualifier.class, group));
		return definition;
	}

	/** The name of the node's bean, which the application may have defined itself. */
	private static String nodeName(BeanDefinitionRegistry registry) {
		if (registry instanceof ConfigurableListableBeanFactory factory) {
			String[] names = factory.getBeanNamesForType(ElectionNode.class, true, false);
			return (names.length > 0) ? names[0] : LeaderElectionAutoConfiguration.NODE;
		}
		return LeaderElectionAutoConfiguration.NODE;
	}

}
