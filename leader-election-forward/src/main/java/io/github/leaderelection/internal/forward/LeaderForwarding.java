package io.github.leaderelection.internal.forward;

import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

import io.github.leaderelection.internal.gate.LeaderGate;
import io.github.leaderelection.spring.LeaderElectorRegistry;
import io.github.resilience4j.circuitbreaker.CircuitBreakerRegistry;
import io.micrometer.observation.ObservationRegistry;
import org.jspecify.annotations.Nullable;

import org.springframework.web.method.HandlerMethod;
import org.springframework.web.servlet.HandlerInterceptor;

/**
 * Forwards requests to the leader; see {@link #interceptor()}. The first proxied request
 * creates the HTTP client and its threads. Safe for use from any thread.
 */
public final class LeaderForwarding implements AutoCloseable {

	private final ReentrantLock lock = new ReentrantLock();

	private final ForwardSettings settings;

	private final Supplier<CircuitBreakerRegistry> breakers;

	private final Supplier<ObservationRegistry> observations;

	private final ForwardedHandlers handlers;

	private final ForwardInterceptor interceptor;

	private volatile @Nullable LeaderClient client;

	/**
	 * Creates the parts without an HTTP client.
	 * @param gate admits the requests that this node handles as leader
	 * @param breakers asked when the first request is proxied
	 * @param observations asked when the first request is proxied
	 */
	public LeaderForwarding(ForwardSettings settings, LeaderGate gate, Supplier<LeaderElectorRegistry> electors,
			Supplier<CircuitBreakerRegistry> breakers, Supplier<ObservationRegistry> observations,
			ForwardStatistics statistics) {
		this.settings = settings;
		this.breakers = breakers;
		this.observations = observations;
		this.handlers = new ForwardedHandlers(settings.onFollower());
		LeaderFinder finder = new LeaderFinder(gate, electors, settings.maxWaiting());
		LeaderProxy proxy = new LeaderProxy(finder, this::client, settings, statistics);
		this.interceptor = new ForwardInterceptor(this.handlers, finder, proxy, settings, statistics);
	}

	/**
	 * The interceptor that runs handlers on the leader alone. Other interceptors should
	 * precede it.
	 */
	public HandlerInterceptor interceptor() {
		return this.interceptor;
	}

	/**
	 * The group whose leader runs a handler; empty if any node may run it.
	 */
	public Optional<String> group(HandlerMethod handler) {
		return Optional.ofNullable(this.handlers.find(handler)).map(Forwarding::group);
	}

	private LeaderClient client() {
		LeaderClient present = this.client;
		if (present != null) {
			return present;
		}
		this.lock.lock();
		try {
			present = this.client;
			if (present == null) {
				present = new LeaderClient(this.settings, new ForwardBreakers(this.breakers.get()),
						new ForwardObservations(this.observations.get()));
				this.client = present;
			}
			return present;
		}
		finally {
			this.lock.unlock();
		}
	}

	@Override
	public void close() {
		LeaderClient present = this.client;
		if (present != null) {
			present.close();
		}
	}

}
