package io.github.leaderelection.internal.settings;

import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

import io.github.leaderelection.internal.protocol.ElectionSettings;
import io.github.leaderelection.internal.setting.InvalidSettingException;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.core.env.Environment;

/**
 * What nobody set follows what is set: only what somebody set is refused.
 */
public final class UnsetValues {

	private static final String DRAIN = "leader-election.drain-timeout";

	private static final String SHUTDOWN_PHASE = "spring.lifecycle.timeout-per-shutdown-phase";

	private static final String VIRTUAL_THREADS = "spring.threads.virtual.enabled";

	private static final List<String> SERVER_THREADS = List.of("server.tomcat.threads.max", "server.jetty.threads.max");

	private static final Duration USUAL_SHUTDOWN_PHASE = Duration.ofSeconds(30);

	private UnsetValues() {
	}

	/** Whether a key has a value, in whatever form it is written. */
	public static boolean isSet(Environment environment, String key) {
		return Binder.get(environment).bind(key, String.class).isBound();
	}

	/**
	 * A lease that nobody set has room for the heartbeats that are set.
	 * @param usual what holds without heartbeats
	 * @param heartbeat null if none is set
	 */
	public static Duration lease(Duration usual, @Nullable Duration heartbeat) {
		if (heartbeat == null || heartbeat.compareTo(ElectionSettings.MAX_HEARTBEAT) > 0) {
			return usual;
		}
		Duration least = heartbeat.multipliedBy(ElectionSettings.MIN_HEARTBEATS_PER_LEASE);
		return (least.compareTo(usual) > 0) ? least : usual;
	}

	/**
	 * A limit that nobody set is a part of the web server's threads at most.
	 * @param limit what is set, or what is usual
	 * @param part 2 for a half
	 */
	public static int partOfThreads(Environment environment, String key, int limit, int part) {
		if (isSet(environment, key) || environment.getProperty(VIRTUAL_THREADS, Boolean.class, false)) {
			return limit;
		}
		return SERVER_THREADS.stream()
			.flatMap((threads) -> Binder.get(environment)
				.bind(threads, Integer.class)
				.map(Stream::of)
				.orElse(Stream.empty()))
			.mapToInt((threads) -> Math.max(threads / part, 1))
			.reduce(limit, Math::min);
	}

	/**
	 * How long running work is awaited: if nobody set it, for two thirds of the phase of
	 * shutdown at most.
	 * @param drain what is set, or what is usual
	 * @throws InvalidElectionConfigurationException if it is set, and Spring waits for
	 * less
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
