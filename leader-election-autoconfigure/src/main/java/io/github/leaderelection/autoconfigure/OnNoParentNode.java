package io.github.leaderelection.autoconfigure;

import io.github.leaderelection.ElectionNode;

import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.BeanFactoryUtils;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.condition.ConditionMessage;
import org.springframework.boot.autoconfigure.condition.ConditionOutcome;
import org.springframework.boot.autoconfigure.condition.SpringBootCondition;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.core.type.AnnotatedTypeMetadata;

/**
 * Matches where no ancestor of the context has a node: a process takes part once.
 */
class OnNoParentNode extends SpringBootCondition {

	@Override
	public ConditionOutcome getMatchOutcome(ConditionContext context, AnnotatedTypeMetadata metadata) {
		ConditionMessage.Builder message = ConditionMessage.forCondition("No election node of a parent context");
		ConfigurableListableBeanFactory factory = context.getBeanFactory();
		BeanFactory parent = (factory != null) ? factory.getParentBeanFactory() : null;
		String[] nodes = (parent instanceof ListableBeanFactory listable)
				? BeanFactoryUtils.beanNamesForTypeIncludingAncestors(listable, ElectionNode.class, true, false)
				: new String[0];
		return (nodes.length > 0) ? ConditionOutcome.noMatch(message.found("bean", "beans").items((Object[]) nodes))
				: ConditionOutcome.match(message.didNotFind("any beans").atAll());
	}

}
