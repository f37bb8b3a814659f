package io.github.leaderelection.internal.forward;

import java.time.Duration;

import io.github.leaderelection.NodeId;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig.SlidingWindowType;
import io.github.resilience4j.circuitbreaker.CircuitBreakerRegistry;

/**
 * Keeps a circuit breaker for each leader, so that a new leader begins with a closed
 * circuit. Only requests without an answer count as failures. Safe for use from any
 * thread.
 */
final class ForwardBreakers {

	/**
	 * The name of a registry's configuration that replaces the default one.
	 */
	static final String CONFIGURATION = "leader-election-forward";

	private static final String PREFIX = CONFIGURATION + "-";

	private static final int WINDOW = 10;

	private static final int AT_LEAST = 5;

	private static final Duration OPEN_FOR = Duration.ofSeconds(2);

	/** Calls are never too slow here; the time limit handles that. */
	private static final Duration NEVER_SLOW = Duration.ofDays(1);

	private final CircuitBreakerRegistry registry;

	ForwardBreakers(CircuitBreakerRegistry registry) {
		this.registry = registry;
	}

	CircuitBreaker of(NodeId leader) {
		return this.registry.circuitBreaker(PREFIX + leader,
				() -> this.registry.getConfiguration(CONFIGURATION).orElseGet(ForwardBreakers::usual));
	}

	static CircuitBreakerConfig usual() {
		return CircuitBreakerConfig.custom()
			.slidingWindowType(SlidingWindowType.COUNT_BASED)
			.slidingWindowSize(WINDOW)
			.minimumNumberOfCalls(AT_LEAST)
			.waitDurationInOpenState(OPEN_FOR)
			.permittedNumberOfCallsInHalfOpenState(1)
			.slowCallDurationThreshold(NEVER_SLOW)
			.build();
	}

}
