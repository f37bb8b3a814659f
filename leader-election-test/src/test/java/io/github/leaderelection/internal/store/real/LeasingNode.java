package io.github.leaderelection.internal.store.real;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.lease.LeaseOptions;
import io.github.leaderelection.internal.lease.LeaseProtocol;
import io.github.leaderelection.internal.lease.LeaseState;
import io.github.leaderelection.internal.lease.NoMessage;
import io.github.leaderelection.internal.protocol.Effect;
import io.github.leaderelection.internal.protocol.ElectionSettings;
import io.github.leaderelection.internal.protocol.Event;
import io.github.leaderelection.internal.protocol.Input;
import io.github.leaderelection.internal.protocol.Lease;
import io.github.leaderelection.internal.protocol.Now;
import io.github.leaderelection.internal.protocol.Recovered;
import io.github.leaderelection.internal.protocol.Step;
import io.github.leaderelection.internal.protocol.Timer;
import io.github.leaderelection.spi.LeaseStore;

/**
 * A node that leads by a lease in a real store and in real time: only the protocol, with
 * a thread of its own.
 */
public final class LeasingNode implements AutoCloseable {

	private final ScheduledExecutorService loop = Executors.newSingleThreadScheduledExecutor();

	private final Map<Timer, Future<?>> timers = new HashMap<>();

	private final Random random = new Random();

	private final LeaseProtocol protocol = new LeaseProtocol(
			(settings) -> new LeaseOptions(settings.leaseNanos() / 10, true, null));

	private final LeaseStore store;

	private final long leaseNanos;

	private LeaseState state;

	private volatile Lease lease;

	private volatile long token;

	private volatile boolean isStopped;

	/** A missing record was never there: each test has a new one. */
	public LeasingNode(String id, LeaseStore store, Duration lease) {
		this.store = store;
		this.leaseNanos = lease.toNanos();
		NodeId self = NodeId.of(id);
		ElectionSettings settings = ElectionSettings.of("real", "default", self, List.of(self))
			.leaseNanos(this.leaseNanos)
			.heartbeatNanos(this.leaseNanos / 5)
			.maxClockDrift(0.01)
			.build();
		this.loop.execute(() -> perform(this.protocol.start(new Recovered(settings, null, this.random.nextLong()),
				now(), this.random.nextLong())));
	}

	private static Now now() {
		return new Now(System.nanoTime(), System.currentTimeMillis());
	}

	public boolean leads() {
		Lease present = this.lease;
		return present != null && present.valid(now());
	}

	public long token() {
		return this.token;
	}

	public boolean isStopped() {
		return this.isStopped;
	}

	public void stop() {
		this.loop.execute(() -> handle(new Event.Stopping<>()));
	}

	private void handle(Event<NoMessage> event) {
		perform(this.protocol.step(this.state, new Input<>(event, now(), this.random.nextLong())));
	}

	private void later(Event<NoMessage> event) {
		if (!this.loop.isShutdown()) {
			this.loop.execute(() -> handle(event));
		}
	}

	private void perform(Step<LeaseState, NoMessage> step) {
		this.state = step.state();
		step.effects().forEach(this::perform);
	}

	private void perform(Effect<NoMessage> effect) {
		if (effect instanceof Effect.StartTimer<NoMessage> start) {
			cancel(start.timer());
			this.timers.put(start.timer(), this.loop.schedule(() -> handle(new Event.TimerFired<>(start.timer())),
					start.atNanos() - System.nanoTime(), TimeUnit.NANOSECONDS));
		}
		else if (effect instanceof Effect.CancelTimer<NoMessage> cancelled) {
			cancel(cancelled.timer());
		}
		else if (effect instanceof Effect.AskStore<NoMessage> ask) {
			this.store.ask(ask.what(), Duration.ofNanos(this.leaseNanos * 4 / 25))
				.thenAccept((answer) -> later(new Event.StoreAnswered<>(ask.request(), answer)));
		}
		else if (effect instanceof Effect.Grant<NoMessage> grant) {
			this.token = grant.fencingToken();
			this.lease = grant.lease();
		}
		else if (effect instanceof Effect.Renew<NoMessage> renew) {
			this.lease = renew.lease();
		}
		else if (effect instanceof Effect.StopAdmitting<NoMessage> stop) {
			later(new Event.WorkDrained<>(stop.fencingToken()));
		}
		else if (effect instanceof Effect.Revoke<NoMessage>) {
			this.lease = null;
		}
		else if (effect instanceof Effect.Stopped<NoMessage>) {
			this.isStopped = true;
		}
	}

	private void cancel(Timer timer) {
		Future<?> armed = this.timers.remove(timer);
		if (armed != null) {
			armed.cancel(false);
		}
	}

	/** As if the process were gone. Its lease goes on in the store. */
	public void vanish() {
		this.loop.shutdownNow();
	}

	@Override
	public void close() {
		vanish();
	}

}
