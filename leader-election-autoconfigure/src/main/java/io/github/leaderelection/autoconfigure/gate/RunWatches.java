package io.github.leaderelection.autoconfigure.gate;

import java.time.Duration;

import io.github.leaderelection.internal.gate.skipped.RunWatch;
import io.github.leaderelection.internal.settings.StoreKind;
import io.github.leaderelection.internal.settings.UnsetValues;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.core.env.Environment;
import org.springframework.util.StringUtils;

/**
 * The settings for scheduled runs that no node takes. They are read when a run is
 * skipped, because the gate is created before all other beans.
 */
final class RunWatches {

	private static final String ROOT = "leader-election.";

	private static final Duration LEASE = Duration.ofSeconds(1);

	private static final Duration DRAIN = Duration.ofSeconds(20);

	private RunWatches() {
	}

	static RunWatch of(Environment environment, ApplicationEventPublisher events) {
		return new RunWatch((group) -> lease(environment, group),
				(group) -> UnsetValues.drain(environment, setOr(DRAIN, environment, "drain-timeout")),
				events::publishEvent);
	}

	private static Duration lease(Environment environment, String group) {
		boolean ofStore = StringUtils.hasText(environment.getProperty(StoreKind.SETTING));
		Duration usual = UnsetValues.lease(ofStore ? StoreKind.DEFAULT_LEASE : LEASE,
				set(environment, "heartbeat-interval"));
		return setOr(setOr(usual, environment, "lease-duration"), environment, "groups." + group + ".lease-duration");
	}

	private static Duration setOr(Duration otherwise, Environment environment, String key) {
		Duration set = set(environment, key);
		return (set != null) ? set : otherwise;
	}

	private static @Nullable Duration set(Environment environment, String key) {
		return Binder.get(environment).bind(ROOT + key, Duration.class).orElse(null);
	}

}
