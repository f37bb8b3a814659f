package io.github.leaderelection.autoconfigure.transport;

import io.github.leaderelection.internal.lifecycle.OwnPort;
import io.github.leaderelection.internal.settings.StoreKind;

import org.springframework.boot.autoconfigure.condition.ConditionMessage;
import org.springframework.boot.autoconfigure.condition.ConditionOutcome;
import org.springframework.boot.autoconfigure.condition.SpringBootCondition;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.core.type.AnnotatedTypeMetadata;
import org.springframework.util.StringUtils;

/**
 * Matches if peers connect to a separate port of the transport. With a lease in a store,
 * no peers connect.
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
		if (isSet(context, StoreKind.SETTING)) {
			return ConditionOutcome
				.noMatch(ConditionMessage.forCondition(StoreKind.SETTING).because("set: nodes have no links"));
		}
		boolean own = isSet(context, OwnPort.KEY);
		return new ConditionOutcome(own == this.wanted,
				ConditionMessage.forCondition(OwnPort.KEY).because(own ? "set" : "not set"));
	}

	/**
	 * Matches if other nodes connect to the web server of the application. With a lease
	 * in a store these are no peers, and no other port is open.
	 */
	static class Unused extends SpringBootCondition {

		@Override
		public ConditionOutcome getMatchOutcome(ConditionContext context, AnnotatedTypeMetadata metadata) {
			boolean used = isSet(context, OwnPort.KEY) && !isSet(context, StoreKind.SETTING);
			return new ConditionOutcome(!used,
					ConditionMessage.forCondition(OwnPort.KEY).because(used ? "used" : "not used"));
		}

	}

	private static boolean isSet(ConditionContext context, String key) {
		return StringUtils.hasText(context.getEnvironment().getProperty(key));
	}

	/**
	 * Matches if peers connect to the web server of the application.
	 */
	static class Missing extends OnOwnPort {

		Missing() {
			super(false);
		}

	}

}
