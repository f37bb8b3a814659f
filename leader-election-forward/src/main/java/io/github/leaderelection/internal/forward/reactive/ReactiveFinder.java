package io.github.leaderelection.internal.forward.reactive;

import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;

import io.github.leaderelection.LeaderElector;
import io.github.leaderelection.LeaderElector.Registration;
import io.github.leaderelection.LeaderInfo;
import io.github.leaderelection.Leadership;
import io.github.leaderelection.LeadershipListener;
import io.github.leaderelection.internal.forward.Destination;
import io.github.leaderelection.internal.forward.Destination.Crowded;
import io.github.leaderelection.internal.forward.Destination.Nowhere;
import io.github.leaderelection.internal.forward.Destination.Remote;
import io.github.leaderelection.internal.forward.LeaderFinder;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/**
 * Finds the leader, or waits for one without holding a thread. A limited number of
 * requests wait at a time. Safe for use from any thread.
 */
final class ReactiveFinder {

	/**
	 * The longest pause between two looks. No listener reports that the leader's URL is
	 * learned. A blocking listener of the application delays this one.
	 */
	private static final Duration LOOK = Duration.ofMillis(100);

	private final LeaderFinder finder;

	private final Semaphore places;

	ReactiveFinder(LeaderFinder finder, int maxWaiting) {
		this.finder = finder;
		this.places = new Semaphore(maxWaiting);
	}

	/**
	 * Continues as soon as a leader is known, on the thread that requested the admission.
	 * @param past a leader to ignore, or null
	 */
	<T> Mono<T> find(String group, @Nullable Remote past, Duration limit, Function<Destination, Mono<T>> then) {
		return Mono.defer(() -> {
			Destination now = this.finder.look(group, past);
			LeaderElector elector = this.finder.elector(group);
			if (!(now instanceof Nowhere) || limit.isZero() || elector == null) {
				return then.apply(now);
			}
			if (!this.places.tryAcquire()) {
				return then.apply(new Crowded());
			}
			Waiting waiting = new Waiting(elector, limit);
			return await(waiting, group, past, then).doFinally((signal) -> waiting.end());
		});
	}

	private <T> Mono<T> await(Waiting waiting, String group, @Nullable Remote past,
			Function<Destination, Mono<T>> then) {
		return Mono.defer(() -> {
			CompletableFuture<Void> change = Objects.requireNonNull(waiting.change.get(), "change");
			Destination now = this.finder.look(group, past);
			Duration left = waiting.left();
			if (now instanceof Nowhere && !left.isZero()) {
				return waiting.until(change, left).<T>then(Mono.empty());
			}
			waiting.end();
			return then.apply(now);
		}).repeatWhenEmpty((rounds) -> rounds.takeWhile((round) -> !waiting.ended.get()));
	}

	/**
	 * A waiting request.
	 */
	private final class Waiting implements LeadershipListener {

		private final AtomicReference<CompletableFuture<Void>> change = new AtomicReference<>(
				new CompletableFuture<>());

		private final AtomicBoolean ended = new AtomicBoolean();

		private final long start = System.nanoTime();

		private final Duration limit;

		private final Registration registration;

		private Waiting(LeaderElector elector, Duration limit) {
			this.limit = limit;
			this.registration = elector.addListener(this);
		}

		private Mono<Void> until(CompletableFuture<Void> next, Duration left) {
			Duration longest = (left.compareTo(LOOK) < 0) ? left : LOOK;
			return Mono.fromFuture(next, true)
				.timeout(longest, Mono.empty(), Schedulers.parallel())
				.publishOn(Schedulers.parallel());
		}

		private Duration left() {
			Duration left = this.limit.minusNanos(System.nanoTime() - this.start);
			return left.isNegative() ? Duration.ZERO : left;
		}

		private void end() {
			if (this.ended.compareAndSet(false, true)) {
				this.registration.close();
				ReactiveFinder.this.places.release();
			}
		}

		private void changed() {
			this.change.getAndSet(new CompletableFuture<>()).complete(null);
		}

		@Override
		public void onGranted(Leadership leadership) {
			changed();
		}

		@Override
		public void onLeaderChanged(@Nullable LeaderInfo leader) {
			changed();
		}

	}

}
