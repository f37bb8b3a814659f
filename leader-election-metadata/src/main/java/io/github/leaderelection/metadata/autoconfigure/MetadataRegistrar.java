package io.github.leaderelection.metadata.autoconfigure;

import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

import io.github.leaderelection.metadata.LeaderMetadata;

import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.beans.factory.support.AutowireCandidateQualifier;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.beans.factory.support.BeanDefinitionRegistryPostProcessor;
import org.springframework.beans.factory.support.RootBeanDefinition;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.core.env.Environment;

/**
 * Registers the metadata of each group, with the group's name as their qualifier.
 */
final class MetadataRegistrar implements BeanDefinitionRegistryPostProcessor {

	private static final String DEFAULT = "default";

	private final Environment environment;

	MetadataRegistrar(Environment environment) {
		this.environment = environment;
	}

	@Override
	public void postProcessBeanDefinitionRegistry(BeanDefinitionRegistry registry) {
		BeanFactory parent = (registry instanceof ConfigurableListableBeanFactory factory)
				? factory.getParentBeanFactory() : null;
		if (parent != null && parent.containsBean(LeaderElectionMetadataAutoConfiguration.METADATA)) {
			return;
		}
		Set<String> groups = new TreeSet<>(Binder.get(this.environment)
			.bind("leader-election.groups", Bindable.mapOf(String.class, Object.class))
			.orElse(Map.of())
			.keySet());
		groups.add(DEFAULT);
		groups.forEach((group) -> register(registry, group));
	}

	private static void register(BeanDefinitionRegistry registry, String group) {
		String name = group.equals(DEFAULT) ? "leaderMetadata" : group + "LeaderMetadata";
		if (!registry.containsBeanDefinition(name)) {
			RootBeanDefinition definition = new RootBeanDefinition(LeaderMetadata.class);
			definition.setFactoryBeanName(LeaderElectionMetadataAutoConfiguration.METADATA);
			definition.setFactoryMethodName("of");
			definition.getConstructorArgumentValues().addIndexedArgumentValue(0, group);
			definition.setPrimary(group.equals(DEFAULT));
			definition.addQualifier(new AutowireCandidateQualifier(Qualifier.class, group));
			registry.registerBeanDefinition(name, definition);
		}
	}

}
