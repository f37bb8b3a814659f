package io.github.leaderelection.internal.forward.reactive;

import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;

import io.github.leaderelection.internal.forward.Attempt;
import io.github.leaderelection.internal.forward.Attempt.Answered;
import io.github.leaderelection.internal.forward.Attempt.Failed;
import io.github.leaderelection.internal.forward.Destination.Local;
import io.github.leaderelection.internal.forward.Destination.Remote;
import io.github.leaderelection.internal.forward.ForwardOutcome;
import io.github.leaderelection.internal.forward.ForwardRefusal;
import io.github.leaderelection.internal.forward.ForwardSettings;
import io.github.leaderelection.internal.forward.ForwardStatistics;
import io.github.leaderelection.internal.forward.LeaderFinder;
import io.github.leaderelection.internal.forward.Repetition;
import io.github.leaderelection.internal.forward.message.AnswerHead;
import io.github.leaderelection.internal.forward.message.BrokenAnswerException;
import io.github.leaderelection.internal.forward.message.Refusal;
import reactor.core.publisher.Mono;

/**
 * Passes requests to the leader and its answers back. A request without a body and with
 * an idempotent method is repeated at most once, on another leader. Safe for use from any
 * thread.
 */
final class ReactiveProxy {

	private final LeaderFinder names;

	private final ReactiveFinder finder;

	private final Supplier<ReactiveLeaderClient> client;

	private final ForwardSettings settings;

	private final ForwardRefusal refusal;

	private final ForwardStatistics statistics;

	private final Semaphore places;

	/** Creates a proxy. */
	ReactiveProxy(LeaderFinder names, ReactiveFinder finder, Supplier<ReactiveLeaderClient> client,
			ForwardSettings settings, ForwardStatistics statistics) {
		this.names = names;
		this.finder = finder;
		this.client = client;
		this.settings = settings;
		this.refusal = new ForwardRefusal(settings.retryAfter());
		this.statistics = statistics;
		this.places = new Semaphore(settings.maxProxied());
	}

	/**
	 * Forwards a request and answers it, unless this node has become leader meanwhile.
	 */
	Mono<Void> pass(ForwardedExchange forwarded, Remote leader) {
		return Mono.defer(() -> {
			Refusal changing = this.refusal.changing(forwarded.group(), forwarded.request());
			if (changing != null) {
				this.statistics.record(forwarded.group(), ForwardOutcome.UNAVAILABLE);
				return forwarded.answer().write(changing);
			}
			if (!this.places.tryAcquire()) {
				this.statistics.record(forwarded.group(), ForwardOutcome.CROWDED);
				return forwarded.answer()
					.write(this.refusal.unavailable(forwarded.group(),
							"Too many requests are being proxied to the leader"));
			}
			Passing passing = new Passing(forwarded);
			return exchange(passing, leader).doOnCancel(() -> passing.record(ForwardOutcome.CLIENT_GONE))
				.doOnError(passing::failed)
				.doFinally((signal) -> passing.leave());
		});
	}

	private Mono<Void> exchange(Passing passing, Remote leader) {
		ForwardedExchange forwarded = passing.forwarded;
		long start = System.nanoTime();
		ReactiveBody body = ReactiveBody.of(forwarded.exchange());
		return ask(forwarded, leader, body).flatMap((attempt) -> {
			if (!Repetition.isSafe(forwarded.request().method(), body.isNone()) || !Repetition.mayHelp(attempt)) {
				return answer(passing, leader, attempt);
			}
			Duration left = Repetition.left(start, this.settings);
			return this.finder.<Void>find(forwarded.group(), leader, left, (next) -> {
				if (next instanceof Remote other) {
					discard(attempt);
					return ask(forwarded, other, body).flatMap((second) -> answer(passing, other, second));
				}
				if (next instanceof Local here) {
					discard(attempt);
					passing.leave();
					return forwarded.handle(here);
				}
				return answer(passing, leader, attempt);
			}).doOnCancel(() -> discard(attempt));
		});
	}

	private Mono<Attempt<AnswerPieces>> ask(ForwardedExchange forwarded, Remote leader, ReactiveBody body) {
		return this.client.get()
			.ask(forwarded.group(), leader, forwarded.request(), body, this.names.self(forwarded.group()));
	}

	private static void discard(Attempt<AnswerPieces> attempt) {
		if (attempt instanceof Answered<AnswerPieces> answered) {
			answered.response().body().discard();
		}
	}

	private Mono<Void> answer(Passing passing, Remote leader, Attempt<AnswerPieces> attempt) {
		ForwardedExchange forwarded = passing.forwarded;
		if (attempt instanceof Failed<AnswerPieces> failed) {
			passing.record(failed.outcome());
			return forwarded.answer()
				.write((failed.outcome() == ForwardOutcome.TIMED_OUT)
						? this.refusal.timedOut(forwarded.group(), failed.detail())
						: this.refusal.unavailable(forwarded.group(), failed.detail()));
		}
		Answered<AnswerPieces> answered = (Answered<AnswerPieces>) attempt;
		AnswerPieces pieces = answered.response().body();
		return Mono.defer(() -> {
			AnswerHead.copy(answered.response(), leader.url(), forwarded.request(), forwarded.answer());
			return forwarded.answer().write(pieces.all(this.settings.timeLimit()), this.settings.timeLimit());
		})
			.doOnSuccess((nothing) -> passing.record(ForwardOutcome.PROXIED))
			.onErrorResume(BrokenAnswerException.class, (failure) -> broken(passing, failure))
			.doFinally((signal) -> pieces.discard());
	}

	private Mono<Void> broken(Passing passing, BrokenAnswerException failure) {
		passing.record(ForwardOutcome.BROKEN_OFF);
		ForwardedExchange forwarded = passing.forwarded;
		if (forwarded.exchange().getResponse().isCommitted()) {
			// The server closes the connection, so that a partial answer does not look
			// complete.
			return Mono.error(failure);
		}
		return forwarded.answer()
			.replace(this.refusal.unavailable(forwarded.group(), "The leader's answer ended prematurely"));
	}

	/**
	 * A request that is being proxied.
	 */
	private final class Passing {

		private final AtomicBoolean recorded = new AtomicBoolean();

		private final AtomicBoolean left = new AtomicBoolean();

		private final ForwardedExchange forwarded;

		private Passing(ForwardedExchange forwarded) {
			this.forwarded = forwarded;
		}

		/** The first outcome counts. */
		private void record(ForwardOutcome outcome) {
			if (!this.left.get() && this.recorded.compareAndSet(false, true)) {
				ReactiveProxy.this.statistics.record(this.forwarded.group(), outcome);
			}
		}

		/**
		 * Records the outcome of a failure, except of an invalid request, which was not
		 * sent.
		 */
		private void failed(Throwable failure) {
			if (!(failure instanceof IllegalArgumentException)) {
				record((failure instanceof BrokenAnswerException) ? ForwardOutcome.BROKEN_OFF
						: ForwardOutcome.CLIENT_GONE);
			}
		}

		private void leave() {
			if (this.left.compareAndSet(false, true)) {
				ReactiveProxy.this.places.release();
			}
		}

	}

}
