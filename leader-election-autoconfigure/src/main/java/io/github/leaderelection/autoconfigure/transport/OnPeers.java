package io.github.leaderelection.autoconfigure.transport;

import java.util.List;

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

	/**
	 * Matches if some peers are listed without a URL.
	 */
	static class Open extends SpringBootCondition {

		@Override
		public ConditionOutcome getMatchOutcome(ConditionContext context, AnnotatedTypeMetadata metadata) {
			List<String> entries = Binder.get(context.getEnvironment())
				.bind(Peers.KEY, Bindable.listOf(String.class))
				.orElse(List.of());
			ConditionMessage.Builder message = ConditionMessage.forCondition("entries of " + Peers.KEY);
			return Peers.isOpen(entries) ? ConditionOutcome.match(message.because("some have no URL"))
					: ConditionOutcome.noMatch(message.because("none is without a URL"));
		}

	}

}
