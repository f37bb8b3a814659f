package io.github.leaderelection.assignments.autoconfigure;

import io.github.leaderelection.assignments.AssignedPartitions;
import io.github.leaderelection.internal.assignment.work.PartitionedScheduling;

import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.beans.factory.support.AutowireCandidateQualifier;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.beans.factory.support.BeanDefinitionRegistryPostProcessor;
import org.springframework.beans.factory.support.RootBeanDefinition;
import org.springframework.core.env.Environment;
import org.springframework.scheduling.annotation.SchedulingConfiguration;
import org.springframework.scheduling.config.TaskManagementConfigUtils;

/**
 * Registers the partitions of each assignment, with its name as their qualifier, and has
 * methods scheduled that take a partition.
 */
final class AssignmentsRegistrar implements BeanDefinitionRegistryPostProcessor {

	private static final String SCHEDULING = TaskManagementConfigUtils.SCHEDULED_ANNOTATION_PROCESSOR_BEAN_NAME;

	private final Environment environment;

	AssignmentsRegistrar(Environment environment) {
		this.environment = environment;
	}

	@Override
	public void postProcessBeanDefinitionRegistry(BeanDefinitionRegistry registry) {
		if (!isInherited(registry)) {
			ConfiguredAssignments.bind(this.environment).keySet().forEach((each) -> register(registry, each));
		}
		if (registry.containsBeanDefinition(SCHEDULING) && SchedulingConfiguration.class.getName()
			.equals(registry.getBeanDefinition(SCHEDULING).getFactoryBeanName())) {
			RootBeanDefinition definition = new RootBeanDefinition(PartitionedScheduling.class);
			definition.setRole(BeanDefinition.ROLE_INFRASTRUCTURE);
			registry.removeBeanDefinition(SCHEDULING);
			registry.registerBeanDefinition(SCHEDULING, definition);
		}
	}

	/** Whether the partitions are those of a parent context. */
	private static boolean isInherited(BeanDefinitionRegistry registry) {
		BeanFactory parent = (registry instanceof ConfigurableListableBeanFactory factory)
				? factory.getParentBeanFactory() : null;
		return parent != null && parent.containsBean(LeaderElectionAssignmentsAutoConfiguration.ASSIGNMENTS);
	}

	private static void register(BeanDefinitionRegistry registry, String assignment) {
		String name = assignment + "AssignedPartitions";
		if (!registry.containsBeanDefinition(name)) {
			RootBeanDefinition definition = new RootBeanDefinition(AssignedPartitions.class);
			definition.setFactoryBeanName(LeaderElectionAssignmentsAutoConfiguration.ASSIGNMENTS);
			definition.setFactoryMethodName("owned");
			definition.getConstructorArgumentValues().addIndexedArgumentValue(0, assignment);
			definition.addQualifier(new AutowireCandidateQualifier(Qualifier.class, assignment));
			registry.registerBeanDefinition(name, definition);
		}
	}

}
