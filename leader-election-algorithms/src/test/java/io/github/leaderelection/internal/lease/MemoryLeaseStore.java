package io.github.leaderelection.internal.lease;

import java.time.Duration;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

import io.github.leaderelection.spi.LeaseRecord;
import io.github.leaderelection.spi.LeaseStore;
import org.jspecify.annotations.Nullable;

/**
 * A store in this process, for several nodes of one test.
 */
final class MemoryLeaseStore implements LeaseStore {

	private final RegisterOfATest register = new RegisterOfATest();

	private final Set<Key> watched = ConcurrentHashMap.newKeySet();

	private final Queue<Consumer<@Nullable LeaseRecord>> listeners = new ConcurrentLinkedQueue<>();

	private @Nullable String away;

	private volatile UnaryOperator<Answer> answers = UnaryOperator.identity();

	private volatile boolean slow;

	private final AtomicLong longest = new AtomicLong();

	@Override
	public CompletionStage<Answer> ask(Request request, Duration deadline) {
		this.longest.accumulateAndGet(deadline.toNanos(), Math::max);
		if (this.slow) {
			return new CompletableFuture<Answer>().completeOnTimeout(new Answer.Unknown("the store is too slow"),
					deadline.toNanos(), TimeUnit.NANOSECONDS);
		}
		synchronized (this.register) {
			this.register.clock(System.currentTimeMillis());
			return CompletableFuture.completedStage((this.away != null) ? new Answer.Unknown(this.away)
					: this.answers.apply(this.register.handle(request)));
		}
	}

	/** From now on it answers at the deadline of each request, and not before. */
	void slow() {
		this.slow = true;
	}

	/** The longest time that a request was given. */
	Duration longest() {
		return Duration.ofNanos(this.longest.get());
	}

	void away(boolean is) {
		away(is ? "the store is away" : null);
	}

	/** Says from now on why nothing is known; null to answer again. */
	void away(@Nullable String why) {
		synchronized (this.register) {
			this.away = why;
		}
	}

	/** Answers something else from now on. */
	void answers(UnaryOperator<Answer> other) {
		this.answers = other;
	}

	/**
	 * As of an engine that is not asked before the first watch: then it tells nothing
	 * yet.
	 */
	@Override
	public Watch watch(Key key, Consumer<@Nullable LeaseRecord> listener) {
		this.watched.add(key);
		this.listeners.add(listener);
		return () -> {
			this.watched.remove(key);
			this.listeners.remove(listener);
		};
	}

	/** Tells everybody what the record is said to be. */
	void tell(LeaseRecord told) {
		this.listeners.forEach((listener) -> listener.accept(told));
	}

	Set<Key> watched() {
		return this.watched;
	}

	@Override
	public boolean outlivesProcess() {
		return false;
	}

	@Override
	public Duration leastLease() {
		return Duration.ofMillis(100);
	}

	@Override
	public String description() {
		return "a store in memory";
	}

	@Override
	public void close() {
		// holds nothing
	}

}
