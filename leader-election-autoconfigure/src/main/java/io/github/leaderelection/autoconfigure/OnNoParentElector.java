package io.github.leaderelection.autoconfigure;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

import io.github.leaderelection.ElectionNode;
import io.github.leaderelection.LeaderElector;

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
 * Matches if no ancestor of the context has a node, or an elector that replaces one. A
 * process takes part at most once.
 */
class OnNoParentElector extends SpringBootCondition {

	@Override
	public ConditionOutcome getMatchOutcome(ConditionContext context, AnnotatedTypeMetadata metadata) {
		ConditionMessage.Builder message = ConditionMessage.forCondition("No elector of a parent context");
		ConfigurableListableBeanFactory factory = context.getBeanFactory();
		BeanFactory parent = (factory != null) ? factory.getParentBeanFactory() : null;
		List<String> electors = (parent instanceof ListableBeanFactory listable)
				? Stream.of(ElectionNode.class, LeaderElector.class)
					.flatMap((type) -> Arrays
						.stream(BeanFactoryUtils.beanNamesForTypeIncludingAncestors(listable, type, true, false)))
					.toList()
				: List.of();
		return electors.isEmpty() ? ConditionOutcome.match(message.didNotFind("any beans").atAll())
				: ConditionOutcome.noMatch(message.found("bean", "beans").items(electors));
	}

}
