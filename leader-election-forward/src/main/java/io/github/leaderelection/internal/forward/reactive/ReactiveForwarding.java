package io.github.leaderelection.internal.forward.reactive;

import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

import io.github.leaderelection.internal.forward.ForwardBreakers;
import io.github.leaderelection.internal.forward.ForwardObservations;
import io.github.leaderelection.internal.forward.ForwardSettings;
import io.github.leaderelection.internal.forward.ForwardStatistics;
import io.github.leaderelection.internal.forward.ForwardedHandlers;
import io.github.leaderelection.internal.forward.Forwarding;
import io.github.leaderelection.internal.forward.LeaderFinder;
import io.github.leaderelection.internal.gate.LeaderGate;
import io.github.leaderelection.spring.LeaderElectorRegistry;
import io.github.resilience4j.circuitbreaker.CircuitBreakerRegistry;
import io.micrometer.observation.ObservationRegistry;
import org.jspecify.annotations.Nullable;

import org.springframework.web.method.HandlerMethod;
import org.springframework.web.reactive.HandlerAdapter;
import org.springframework.web.server.WebFilter;

/**
 * Forwards WebFlux requests to the leader; see {@link #adapter} and {@link #filter}. The
 * first proxied request creates the HTTP client and its threads. Safe for use from any
 * thread.
 */
public final class ReactiveForwarding implements AutoCloseable {

	private final ReentrantLock lock = new ReentrantLock();

	private final ForwardSettings settings;

	private final Supplier<CircuitBreakerRegistry> breakers;

	private final Supplier<ObservationRegistry> observations;

	private final ForwardStatistics statistics;

	private final ForwardedHandlers handlers;

	private final LeaderFinder names;

	private volatile @Nullable ReactiveLeaderClient client;

	/**
	 * Creates the parts without an HTTP client.
	 * @param gate admits the requests that this node handles as leader
	 * @param breakers asked when the first request is proxied
	 * @param observations asked when the first request is proxied
	 */
	public ReactiveForwarding(ForwardSettings settings, LeaderGate gate, Supplier<LeaderElectorRegistry> electors,
			Supplier<CircuitBreakerRegistry> breakers, Supplier<ObservationRegistry> observations,
			ForwardStatistics statistics) {
		this.settings = settings;
		this.breakers = breakers;
		this.observations = observations;
		this.statistics = statistics;
		this.handlers = new ForwardedHandlers(settings.onFollower());
		this.names = new LeaderFinder(gate, electors, settings.maxWaiting());
	}

	/**
	 * Creates the adapter that calls handlers on the leader alone.
	 * @param basePath the base path of all handlers, without a trailing slash
	 */
	public HandlerAdapter adapter(Supplier<HandlerAdapter> calling, String basePath) {
		ReactiveFinder finder = new ReactiveFinder(this.names, this.settings.maxWaiting());
		ReactiveProxy proxy = new ReactiveProxy(this.names, finder, this::client, this.settings, this.statistics);
		return new ForwardAdapter(this.handlers, this.names, finder, proxy, this.settings, this.statistics, calling,
				basePath);
	}

	/** Creates the filter that runs after all filters of the application. */
	public WebFilter filter() {
		return new ForwardFilter();
	}

	/**
	 * The group whose leader runs a handler; empty if any node may run it.
	 */
	public Optional<String> group(HandlerMethod handler) {
		return Optional.ofNullable(this.handlers.find(handler)).map(Forwarding::group);
	}

	private ReactiveLeaderClient client() {
		ReactiveLeaderClient present = this.client;
		if (present != null) {
			return present;
		}
		this.lock.lock();
		try {
			present = this.client;
			if (present == null) {
				present = new ReactiveLeaderClient(this.settings, new ForwardBreakers(this.breakers.get()),
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
		ReactiveLeaderClient present = this.client;
		if (present != null) {
			present.close();
		}
	}

}
