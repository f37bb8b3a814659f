package io.github.leaderelection.assignments.autoconfigure;

import org.springframework.context.annotation.Condition;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.core.type.AnnotatedTypeMetadata;

/**
 * Matches where an assignment is configured.
 */
class OnAssignments implements Condition {

	@Override
	public boolean matches(ConditionContext context, AnnotatedTypeMetadata metadata) {
		return !ConfiguredAssignments.bind(context.getEnvironment()).isEmpty();
	}

}
