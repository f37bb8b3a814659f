package io.github.leaderelection.autoconfigure.transport;

import io.github.leaderelection.internal.application.OwnPort;

import org.springframework.boot.autoconfigure.condition.ConditionMessage;
import org.springframework.boot.autoconfigure.condition.ConditionOutcome;
import org.springframework.boot.autoconfigure.condition.SpringBootCondition;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.core.type.AnnotatedTypeMetadata;
import org.springframework.util.StringUtils;

/**
 * Matches if the transport has a port of its own.
 */
class OnOwnPort extends SpringBootCondition {

	private final boolean wanted;

	OnOwnPort() {
		this(true);
	}

	private OnOwnPort(boolean wanted) {
		this.wanted = wanted;
	}

	@Override
	public ConditionOutcome getMatchOutcome(ConditionContext context, AnnotatedTypeMetadata metadata) {
		boolean own = StringUtils.hasText(context.getEnvironment().getProperty(OwnPort.KEY));
		return new ConditionOutcome(own == this.wanted,
				ConditionMessage.forCondition(OwnPort.KEY).because(own ? "set" : "not set"));
	}

	/**
	 * Matches if peers come in through the web server of the application.
	 */
	static class Missing extends OnOwnPort {

		Missing() {
			super(false);
		}

	}

}
