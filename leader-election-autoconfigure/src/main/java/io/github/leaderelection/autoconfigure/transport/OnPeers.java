package io.github.leaderelection.autoconfigure.transport;

import io.github.leaderelection.internal.settings.Peers;

import org.springframework.boot.autoconfigure.condition.ConditionMessage;
import org.springframework.boot.autoconfigure.condition.ConditionOutcome;
import org.springframework.boot.autoconfigure.condition.SpringBootCondition;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.core.type.AnnotatedTypeMetadata;

/**
 * Matches if there are other nodes.
 */
class OnPeers extends SpringBootCondition {

	@Override
	public ConditionOutcome getMatchOutcome(ConditionContext context, AnnotatedTypeMetadata metadata) {
		int size = Binder.get(context.getEnvironment())
			.bind(Peers.KEY, Bindable.listOf(String.class))
			.map(Peers::count)
			.orElse(0);
		return new ConditionOutcome(size > 1,
				ConditionMessage.forCondition("entries of " + Peers.KEY).because(size + " listed"));
	}

}
