package io.github.leaderelection.internal.transport.peer;

import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Supplier;

import io.github.leaderelection.LeaderElector;
import io.github.leaderelection.spi.LinkLoss;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig;
import io.github.resilience4j.core.IntervalFunction;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Dials one member until a connection is open. The pauses grow, with random jitter, and a
 * circuit breaker guards each dial. Safe for use from any thread.
 */
public final class PeerDialler implements Redial {

	private static final Logger logger = LoggerFactory.getLogger(LeaderElector.class);

	private static final long FIRST_PAUSE_MILLIS = 50;

	private static final long LONGEST_PAUSE_MILLIS = 1000;

	/** The number of attempts after which the pause no longer grows. */
	private static final int COUNTED_ATTEMPTS = 10;

	private static final IntervalFunction PAUSE = IntervalFunction.ofExponentialRandomBackoff(FIRST_PAUSE_MILLIS, 2.0,
			0.5, LONGEST_PAUSE_MILLIS);

	/** The longest pause between two checks of an open breaker. */
	private static final long OPEN_PAUSE_MILLIS = 250;

	/** The age of a link above which the dial after its loss has no pause. */
	private static final long CALM_MILLIS = 2000;

	/** Keeps the breaker from waiting forever for a dial that never ends. */
	private static final Duration HALF_OPEN = Duration.ofSeconds(10);

	private static final long LOG_PAUSE_NANOS = 30_000_000_000L;

	private final ReentrantLock lock = new ReentrantLock();

	private final CircuitBreaker breaker;

	private final TransportThreads threads;

	private final Supplier<PeerSlot> slot;

	private final Consumer<DialOutcome> dial;

	private boolean stopped = true;

	/** The number of the planned dial, or 0. */
	private long planned;

	private long plans;

	private boolean dialling;

	private int attempts;

	private @Nullable Long loggedNanos;

	private volatile @Nullable String lastFailure;

	/**
	 * Creates an idle dialler.
	 * @param dial dials, may block, and reports the outcome at once or later
	 */
	public PeerDialler(CircuitBreaker breaker, TransportThreads threads, Supplier<PeerSlot> slot,
			Consumer<DialOutcome> dial) {
		this.breaker = breaker;
		this.threads = threads;
		this.slot = slot;
		this.dial = dial;
	}

	public static CircuitBreakerConfig breakerConfig() {
		return CircuitBreakerConfig.custom()
			.slidingWindowSize(10)
			.minimumNumberOfCalls(5)
			.failureRateThreshold(50)
			.waitIntervalFunctionInOpenState(IntervalFunction.of(LONGEST_PAUSE_MILLIS / 2))
			.permittedNumberOfCallsInHalfOpenState(1)
			.maxWaitDurationInHalfOpenState(HALF_OPEN)
			.build();
	}

	public String breakerState() {
		return this.breaker.getState().name();
	}

	public @Nullable String lastFailure() {
		return this.lastFailure;
	}

	@Override
	public void soon() {
		if (this.breaker.getState() == CircuitBreaker.State.OPEN) {
			// The member is probably back.
			this.breaker.transitionToHalfOpenState();
		}
		this.lock.lock();
		try {
			this.stopped = false;
			this.attempts = 0;
			this.planned = 0;
			plan(0);
		}
		finally {
			this.lock.unlock();
		}
	}

	@Override
	public void lost(long ageMillis) {
		this.lock.lock();
		try {
			this.attempts = (ageMillis > CALM_MILLIS) ? 0 : this.attempts + 1;
			plan(pause());
		}
		finally {
			this.lock.unlock();
		}
	}

	@Override
	public void stop() {
		this.lock.lock();
		try {
			this.stopped = true;
		}
		finally {
			this.lock.unlock();
		}
	}

	private long pause() {
		return (this.attempts > 0) ? PAUSE.apply(Math.min(this.attempts, COUNTED_ATTEMPTS)) : 0;
	}

	private void plan(long millis) {
		if (!this.stopped && this.planned == 0 && !this.dialling) {
			long number = ++this.plans;
			this.planned = number;
			this.threads.after(millis, () -> due(number));
		}
	}

	private void due(long number) {
		this.lock.lock();
		try {
			if (number != this.planned) {
				return;
			}
			this.planned = 0;
			if (this.stopped || this.dialling || this.slot.get().isDialled()) {
				return;
			}
			this.dialling = true;
		}
		finally {
			this.lock.unlock();
		}
		this.threads.execute(this::dialNow);
	}

	private void dialNow() {
		if (!this.breaker.tryAcquirePermission()) {
			over(ThreadLocalRandom.current().nextLong(OPEN_PAUSE_MILLIS / 2, OPEN_PAUSE_MILLIS));
			return;
		}
		Attempt attempt = new Attempt();
		try {
			this.dial.accept(attempt);
		}
		catch (Throwable ex) {
			// No failure may end the attempts to reach a member.
			logger.error("Dialling member {} failed unexpectedly", this.slot.get().peer(), ex);
			attempt.failed(null, ex.toString());
		}
	}

	private void over(long pauseMillis) {
		this.lock.lock();
		try {
			this.dialling = false;
			if (!this.slot.get().isDialled()) {
				plan(pauseMillis);
			}
		}
		finally {
			this.lock.unlock();
		}
	}

	private void overForNow() {
		long pause;
		this.lock.lock();
		try {
			this.attempts++;
			pause = pause();
		}
		finally {
			this.lock.unlock();
		}
		over(pause);
	}

	private void log(String why) {
		boolean rare;
		this.lock.lock();
		try {
			long now = System.nanoTime();
			rare = this.loggedNanos == null || now - this.loggedNanos > LOG_PAUSE_NANOS;
			if (rare) {
				this.loggedNanos = now;
			}
		}
		finally {
			this.lock.unlock();
		}
		if (rare) {
			logger.info("Member {} cannot be reached; dialling goes on: {}", this.slot.get().peer(), why);
		}
		else {
			logger.debug("Member {} cannot be reached: {}", this.slot.get().peer(), why);
		}
	}

	/**
	 * One dial.
	 */
	private final class Attempt implements DialOutcome {

		private final long begunNanos = System.nanoTime();

		private final AtomicBoolean ended = new AtomicBoolean();

		@Override
		public void linked() {
			if (this.ended.compareAndSet(false, true)) {
				PeerDialler.this.breaker.onSuccess(tookNanos(), TimeUnit.NANOSECONDS);
				PeerDialler.this.lastFailure = null;
				over(FIRST_PAUSE_MILLIS);
			}
		}

		@Override
		public void postponed() {
			if (this.ended.compareAndSet(false, true)) {
				PeerDialler.this.breaker.releasePermission();
				overForNow();
			}
		}

		@Override
		public void failed(@Nullable LinkLoss loss, String why) {
			if (this.ended.compareAndSet(false, true)) {
				try {
					PeerDialler.this.breaker.onError(tookNanos(), TimeUnit.NANOSECONDS, new DialFailedException(why));
					PeerDialler.this.lastFailure = why;
					log(why);
					PeerDialler.this.slot.get().notReached(loss);
				}
				finally {
					overForNow();
				}
			}
		}

		private long tookNanos() {
			return System.nanoTime() - this.begunNanos;
		}

	}

}
