package io.github.leaderelection.internal.settings;

import java.time.Duration;

import io.github.leaderelection.internal.protocol.ElectionSettings;
import io.github.leaderelection.internal.setting.InvalidSettingException;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.core.env.Environment;

/**
 * Adapts unset values to those that are set. Only values that are set are refused.
 */
public final class UnsetValues {

	private static final String DRAIN = "leader-election.drain-timeout";

	private static final String SHUTDOWN_PHASE = "spring.lifecycle.timeout-per-shutdown-phase";

	private static final Duration USUAL_SHUTDOWN_PHASE = Duration.ofSeconds(30);

	private UnsetValues() {
	}

	/** Whether a key has a value, in any form of the key. */
	public static boolean isSet(Environment environment, String key) {
		return Binder.get(environment).bind(key, String.class).isBound();
	}

	/**
	 * The default duration of a lease, long enough for the configured heartbeats.
	 * @param usual the duration without configured heartbeats
	 * @param heartbeat the heartbeat interval, null if not set
	 */
	public static Duration lease(Duration usual, @Nullable Duration heartbeat) {
		if (heartbeat == null || heartbeat.compareTo(ElectionSettings.MAX_HEARTBEAT) > 0) {
			return usual;
		}
		Duration least = heartbeat.multipliedBy(ElectionSettings.MIN_HEARTBEATS_PER_LEASE);
		return (least.compareTo(usual) > 0) ? least : usual;
	}

	/**
	 * The drain time-out: if not set, at most two thirds of Spring's shutdown phase.
	 * @param drain the configured or default time-out
	 * @throws InvalidElectionConfigurationException if the time-out is set, and Spring
	 * does not wait longer
	 */
	public static Duration drain(Environment environment, Duration drain) {
		Duration phase = Binder.get(environment).bind(SHUTDOWN_PHASE, Duration.class).orElse(USUAL_SHUTDOWN_PHASE);
		if (!isSet(environment, DRAIN)) {
			Duration most = phase.isNegative() ? Duration.ZERO : phase.dividedBy(3).multipliedBy(2);
			return (drain.compareTo(most) < 0) ? drain : most;
		}
		if (drain.compareTo(phase) >= 0) {
			throw new InvalidElectionConfigurationException(DRAIN, drain,
					"Spring awaits the end of a phase for " + InvalidSettingException.text(phase) + " only ("
							+ SHUTDOWN_PHASE + "), so the application would stop while leader-only work is awaited",
					"Shorten the drain time-out, or lengthen " + SHUTDOWN_PHASE + " beyond it");
		}
		return drain;
	}

}
