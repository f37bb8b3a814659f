package io.github.leaderelection.forward.autoconfigure;

import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

import io.github.leaderelection.internal.forward.ForwardSettings;
import io.github.leaderelection.internal.setting.InvalidSettingException;
import io.github.leaderelection.internal.settings.InvalidElectionConfigurationException;
import io.github.leaderelection.internal.settings.UnsetValues;
import io.github.leaderelection.internal.transport.tls.PeerTls;
import io.github.leaderelection.spring.ForwardToLeader.OnFollower;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.core.Ordered;
import org.springframework.core.env.Environment;

/**
 * How requests to handlers with {@code @ForwardToLeader} reach the leader.
 *
 * @param mode What a follower does with a request if the annotation does not say.
 * @param maxWait Longest time a request waits while no leader is known.
 * @param maxWaiting Largest number of requests that wait for a leader at a time. More are
 * refused.
 * @param maxProxied Largest number of requests that are proxied at a time. More are
 * refused.
 * @param connectTimeout Longest time for connecting to the leader.
 * @param timeLimit Longest time until the leader begins its answer, and between two
 * pieces of it.
 * @param retryAfter Time after which refused clients should retry.
 * @param interceptorOrder Order of the forwarding interceptor among those of the
 * application. By default it is the last.
 * @param ssl How TLS is spoken with the leader.
 */
@ConfigurationProperties("leader-election.forward")
record ForwardProperties(@DefaultValue("proxy") Mode mode, @DefaultValue("5s") Duration maxWait,
		@DefaultValue("50") int maxWaiting, @DefaultValue("100") int maxProxied,
		@DefaultValue("1s") Duration connectTimeout, @DefaultValue("30s") Duration timeLimit,
		@DefaultValue("1s") Duration retryAfter, @DefaultValue("" + Ordered.LOWEST_PRECEDENCE) int interceptorOrder,
		@DefaultValue Ssl ssl) {

	private static final String PREFIX = "leader-election.forward.";

	private static final String VIRTUAL_THREADS = "spring.threads.virtual.enabled";

	private static final List<String> SERVER_THREADS = List.of("server.tomcat.threads.max", "server.jetty.threads.max");

	private static final int WAITING_PART = 4;

	private static final int PROXIED_PART = 2;

	private static final Duration MAX = Duration.ofHours(1);

	/**
	 * Checks the ranges.
	 * @throws InvalidElectionConfigurationException for a value out of its range
	 */
	ForwardSettings settings(PeerTls tls) {
		check("max-wait", this.maxWait, Duration.ZERO, "5s, or 0s to refuse at once");
		check("connect-timeout", this.connectTimeout, Duration.ofMillis(1), "1s");
		check("time-limit", this.timeLimit, Duration.ofMillis(1), "30s");
		check("retry-after", this.retryAfter, Duration.ofSeconds(1), "1s");
		check("max-waiting", this.maxWaiting, "50, a quarter of the web server's threads");
		check("max-proxied", this.maxProxied, "100, half of the web server's threads");
		return new ForwardSettings(this.mode.onFollower(), this.maxWait, this.maxWaiting, this.maxProxied,
				this.connectTimeout, this.timeLimit, this.retryAfter, tls);
	}

	/**
	 * A request that waits holds a thread of the server: limits that nobody set leave
	 * some for other requests.
	 */
	ForwardProperties withinThreads(Environment environment) {
		return new ForwardProperties(this.mode, this.maxWait,
				partOfThreads(environment, PREFIX + "max-waiting", this.maxWaiting, WAITING_PART),
				partOfThreads(environment, PREFIX + "max-proxied", this.maxProxied, PROXIED_PART), this.connectTimeout,
				this.timeLimit, this.retryAfter, this.interceptorOrder, this.ssl);
	}

	/**
	 * Limits an unset limit to a part of the web server's threads.
	 * @param limit the configured or default limit
	 * @param part the divisor of the number of threads
	 */
	private static int partOfThreads(Environment environment, String key, int limit, int part) {
		if (UnsetValues.isSet(environment, key) || environment.getProperty(VIRTUAL_THREADS, Boolean.class, false)) {
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

	private static void check(String key, Duration value, Duration least, String remedy) {
		if (value.compareTo(least) < 0 || value.compareTo(MAX) > 0) {
			throw new InvalidElectionConfigurationException(PREFIX + key, value,
					"The time is not between " + InvalidSettingException.text(least) + " and 1h", "Use " + remedy);
		}
	}

	private static void check(String key, int value, String remedy) {
		if (value < 1) {
			throw new InvalidElectionConfigurationException(PREFIX + key, value, "The number is below 1",
					"Use " + remedy);
		}
	}

	/**
	 * How TLS is spoken with the leader.
	 *
	 * @param bundle SSL bundle by which requests reach a leader whose URL has https.
	 * Unless set, that of the transport decides, or the JVM's trust store where the
	 * transport has a port of its own.
	 */
	public record Ssl(@Nullable String bundle) {
	}

	/**
	 * What a follower does with a request.
	 */
	public enum Mode {

		/** Send the request to the leader and return the leader's answer. */
		PROXY(OnFollower.PROXY),

		/** Answer 307 with the URL on the leader. */
		REDIRECT(OnFollower.REDIRECT),

		/** Answer 503 with Retry-After. */
		UNAVAILABLE(OnFollower.UNAVAILABLE);

		private final OnFollower onFollower;

		Mode(OnFollower onFollower) {
			this.onFollower = onFollower;
		}

		OnFollower onFollower() {
			return this.onFollower;
		}

	}

}
