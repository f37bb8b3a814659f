package io.github.leaderelection.internal.transport.observer;

import java.util.concurrent.atomic.AtomicReference;

import io.github.leaderelection.internal.observer.MemberLink;
import io.github.leaderelection.internal.transport.spi.Medium;
import io.github.leaderelection.internal.transport.spi.PeerTransportSettings;
import io.github.leaderelection.internal.transport.websocket.JdkWebSocketMedium;
import io.github.resilience4j.circuitbreaker.CircuitBreakerRegistry;
import org.jspecify.annotations.Nullable;

/**
 * Links an observer with one member over WebSocket. Accepts nothing, so it needs no web
 * server. Safe for use from any thread.
 */
public final class ObserverTransport implements MemberLink {

	private final AtomicReference<@Nullable ObserverRun> running = new AtomicReference<>();

	private final PeerTransportSettings settings;

	private final CircuitBreakerRegistry breakers;

	private final Medium medium;

	private final ObserverTimes times;

	/**
	 * Creates a transport that is not started and holds no resources.
	 * @param settings the members, of which this node is none
	 * @param breakers holds one circuit breaker for each member, named
	 * {@code leader-election-} and the member's id
	 */
	public ObserverTransport(PeerTransportSettings settings, CircuitBreakerRegistry breakers) {
		this(settings, breakers, JdkWebSocketMedium.ofOneAtATime(), ObserverTimes.DEFAULT);
	}

	ObserverTransport(PeerTransportSettings settings, CircuitBreakerRegistry breakers, Medium medium,
			ObserverTimes times) {
		this.settings = settings;
		this.breakers = breakers;
		this.medium = medium;
		this.times = times;
	}

	@Override
	public void start(Receiver receiver) {
		ObserverRun run = new ObserverRun(this.settings, this.breakers, receiver, this.times);
		if (!this.running.compareAndSet(null, run)) {
			throw new IllegalStateException("The transport of observer '" + this.settings.self()
					+ "' is already running: close it before starting it again");
		}
		try {
			run.open(this.medium);
		}
		catch (Throwable ex) {
			close();
			throw ex;
		}
	}

	@Override
	public void moveOn() {
		ObserverRun run = this.running.get();
		if (run != null) {
			run.moveOn();
		}
	}

	@Override
	public void close() {
		ObserverRun run = this.running.getAndSet(null);
		if (run != null) {
			run.close();
		}
	}

}
