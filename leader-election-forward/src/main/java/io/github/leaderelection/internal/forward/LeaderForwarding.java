package io.github.leaderelection.internal.forward;

import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;

import io.github.leaderelection.internal.forward.Destination.Local;
import io.github.leaderelection.internal.forward.Destination.Nowhere;
import io.github.leaderelection.internal.forward.Destination.Remote;
import io.github.leaderelection.internal.forward.message.AnswerTarget;
import io.github.leaderelection.internal.forward.message.ClientRequest;
import io.github.leaderelection.internal.forward.message.HopHeaders;
import io.github.leaderelection.internal.forward.message.Refusal;
import io.github.leaderelection.internal.forward.message.TargetUri;
import io.github.leaderelection.internal.gate.LeaderGate;
import io.github.leaderelection.spring.LeaderElectorRegistry;
import io.github.resilience4j.circuitbreaker.CircuitBreakerRegistry;
import io.micrometer.observation.ObservationRegistry;
import org.jspecify.annotations.Nullable;

import org.springframework.web.method.HandlerMethod;

/**
 * Decides where a request goes, and forwards it. Used alike by Spring MVC and by WebFlux.
 * The first proxied request creates the HTTP client and its threads. Safe for use from
 * any thread.
 */
public final class LeaderForwarding implements AutoCloseable {

	private final ForwardSettings settings;

	private final ForwardStatistics statistics;

	private final ForwardedHandlers handlers;

	private final ForwardRefusal refusal;

	private final LeaderFinder finder;

	private final LeaderClient client;

	private final LeaderProxy proxy;

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
		this.statistics = statistics;
		this.handlers = new ForwardedHandlers(settings.onFollower());
		this.refusal = new ForwardRefusal(settings.retryAfter());
		this.finder = new LeaderFinder(gate, electors, settings.maxWaiting());
		this.client = new LeaderClient(settings, breakers, observations);
		this.proxy = new LeaderProxy(this.finder, this.client, settings, statistics);
	}

	public ForwardSettings settings() {
		return this.settings;
	}

	/** Finds the forwarding of a handler, null if any node may run the handler. */
	public @Nullable Forwarding find(Object handler) {
		return this.handlers.find(handler);
	}

	/**
	 * The group whose leader runs a handler; empty if any node may run it.
	 */
	public Optional<String> group(HandlerMethod handler) {
		return Optional.ofNullable(this.handlers.find(handler)).map(Forwarding::group);
	}

	/** Finds the destination of a request at this moment. */
	public Destination look(String group) {
		return this.finder.look(group, null);
	}

	/** Whether a request with this destination waits for another one. */
	public boolean mayWait(Destination destination, ClientRequest request) {
		return destination instanceof Nowhere && !isForwarded(request) && !this.settings.maxWait().isZero();
	}

	/**
	 * Finds the destination of a request, and waits until a leader is known. A request
	 * that another node has forwarded does not wait.
	 * @throws InterruptedException if the thread is interrupted while it waits
	 */
	public Destination await(String group, ClientRequest request) throws InterruptedException {
		return this.finder.find(group, null, isForwarded(request) ? Duration.ZERO : this.settings.maxWait());
	}

	private static boolean isForwarded(ClientRequest request) {
		return request.header(HopHeaders.FORWARDED_BY) != null;
	}

	/**
	 * Decides what this node answers itself, and counts it.
	 * @return null if the request is for this node, or is to be passed to the leader
	 */
	public @Nullable Refusal answer(Forwarding forwarding, Destination destination, ClientRequest request) {
		String group = forwarding.group();
		boolean forwarded = isForwarded(request);
		if (destination instanceof Local) {
			this.statistics.record(group, ForwardOutcome.HANDLED);
			return null;
		}
		if (!(destination instanceof Remote leader) || forwarded) {
			this.statistics.record(group, ForwardOutcome.refusing(destination, forwarded));
			return forwarded ? this.refusal.oneHop(group, this.finder.self(group), this.finder.known(group))
					: this.refusal.noLeader(group, destination);
		}
		return switch (forwarding.onFollower()) {
			case REDIRECT -> {
				this.statistics.record(group, ForwardOutcome.REDIRECTED);
				yield Refusal.redirect(TargetUri.of(leader.url(), request));
			}
			case UNAVAILABLE -> {
				this.statistics.record(group, ForwardOutcome.UNAVAILABLE);
				yield this.refusal.unavailable(group, "This node does not lead");
			}
			case PROXY, DEFAULT -> null;
		};
	}

	/** Refuses a request whose thread was interrupted while it waited for a leader. */
	public Refusal stopping(String group) {
		this.statistics.record(group, ForwardOutcome.NO_LEADER);
		return this.refusal.unavailable(group, "This node is stopping");
	}

	/** Refuses a request for whose proxying there is no thread. */
	public Refusal crowded(String group) {
		return this.proxy.crowded(group);
	}

	/**
	 * Passes a request to the leader and answers it, unless this node has become leader
	 * meanwhile. Blocks the thread.
	 * @return this node if it has to handle the request, otherwise the leader that was
	 * asked
	 * @throws InterruptedException if the thread is interrupted
	 */
	public Destination pass(String group, Remote leader, ClientRequest request, AnswerTarget answer) throws Exception {
		Destination destination = this.proxy.pass(group, leader, request, answer);
		if (destination instanceof Local) {
			this.statistics.record(group, ForwardOutcome.HANDLED);
		}
		return destination;
	}

	/** Counts a request whose client went while it was passed to the leader. */
	public void clientGone(String group) {
		this.statistics.record(group, ForwardOutcome.CLIENT_GONE);
	}

	@Override
	public void close() {
		this.client.close();
	}

}
