package io.github.leaderelection.internal.forward.reactive;

import java.io.IOException;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Flow.Publisher;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;

import io.github.leaderelection.LeaderElector;
import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.forward.Attempt;
import io.github.leaderelection.internal.forward.Attempt.Answered;
import io.github.leaderelection.internal.forward.Attempt.Failed;
import io.github.leaderelection.internal.forward.Destination.Remote;
import io.github.leaderelection.internal.forward.ForwardBreakers;
import io.github.leaderelection.internal.forward.ForwardObservations;
import io.github.leaderelection.internal.forward.ForwardOutcome;
import io.github.leaderelection.internal.forward.ForwardSettings;
import io.github.leaderelection.internal.forward.LeaderHttp;
import io.github.leaderelection.internal.forward.message.ClientGoneException;
import io.github.leaderelection.internal.forward.message.ClientRequest;
import io.github.leaderelection.internal.forward.message.RequestHead;
import io.github.leaderelection.internal.forward.message.TargetUri;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.micrometer.observation.Observation;
import io.micrometer.observation.contextpropagation.ObservationThreadLocalAccessor;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.adapter.JdkFlowAdapter;
import reactor.core.publisher.Mono;
import reactor.core.publisher.SignalType;
import reactor.core.scheduler.Schedulers;

/**
 * Sends requests to a leader through its circuit breaker and within a time limit. Safe
 * for use from any thread.
 */
final class ReactiveLeaderClient implements AutoCloseable {

	private static final Logger logger = LoggerFactory.getLogger(LeaderElector.class);

	private final ForwardBreakers breakers;

	private final ForwardObservations observations;

	private final Duration timeLimit;

	private final LeaderHttp http;

	ReactiveLeaderClient(ForwardSettings settings, ForwardBreakers breakers, ForwardObservations observations) {
		this.http = new LeaderHttp(settings);
		this.breakers = breakers;
		this.observations = observations;
		this.timeLimit = settings.timeLimit();
	}

	/**
	 * Sends a request until the head of the answer arrives.
	 * @param self this node, which marks the request as forwarded
	 * @return fails with a {@link ClientGoneException} if the client stops sending
	 */
	Mono<Attempt<AnswerPieces>> ask(String group, Remote leader, ClientRequest request, ReactiveBody body,
			@Nullable NodeId self) {
		return Mono.<Attempt<AnswerPieces>>deferContextual((context) -> {
			CircuitBreaker breaker = this.breakers.of(leader.leader());
			if (!breaker.tryAcquirePermission()) {
				return Mono.just(new Failed<>(ForwardOutcome.CIRCUIT_OPEN,
						"The leader could not be reached several times and is not asked for a moment"));
			}
			Judgement judgement = new Judgement(breaker, breaker.getCurrentTimestamp());
			Observation parent = context.getOrDefault(ObservationThreadLocalAccessor.KEY, null);
			// A request that cannot be sent must release its permission, too. It does so
			// before its client gets the answer, because the next request may need it.
			return Mono.defer(() -> send(group, parent, leader, request, body, self, judgement))
				.doOnTerminate(judgement::none)
				.doOnCancel(judgement::none);
		});
	}

	private Mono<Attempt<AnswerPieces>> send(String group, @Nullable Observation parent, Remote leader,
			ClientRequest request, ReactiveBody body, @Nullable NodeId self, Judgement judgement) {
		UploadProgress upload = new UploadProgress(body.isNone());
		HttpRequest.Builder outgoing = HttpRequest.newBuilder(TargetUri.of(leader.url(), request));
		RequestHead.copy(request, outgoing, self);
		outgoing.method(request.method(), publisher(body, upload));
		Observation observation = this.observations.begin(group, outgoing, parent);
		CompletableFuture<HttpResponse<AnswerPieces>> answer = this.http.send(outgoing.build(),
				(head) -> new AnswerPieces());
		AtomicBoolean taken = new AtomicBoolean();
		return Mono
			.firstWithSignal(Mono.fromFuture(answer, true), upload.<HttpResponse<AnswerPieces>>stalled(this.timeLimit))
			.<Attempt<AnswerPieces>>map((response) -> {
				taken.set(true);
				judgement.success();
				ForwardObservations.end(observation, null);
				return new Answered<>(response);
			})
			.onErrorResume((failure) -> {
				ForwardObservations.end(observation, failure);
				return failed(leader, upload, judgement, failure);
			})
			.publishOn(Schedulers.parallel())
			.doFinally((signal) -> {
				boolean gone = (signal == SignalType.CANCEL);
				if (gone && !taken.get()) {
					ForwardObservations.end(observation, new CancellationException("The client has gone"));
				}
				if (gone || !taken.get()) {
					answer.cancel(true);
					// A late answer may have arrived, and may still wait for its thread.
					answer.thenAccept((late) -> late.body().discard());
				}
			});
	}

	private static BodyPublisher publisher(ReactiveBody body, UploadProgress upload) {
		if (body.isNone()) {
			return BodyPublishers.noBody();
		}
		Publisher<ByteBuffer> content = JdkFlowAdapter.publisherToFlowPublisher(upload.watch(body.content()));
		return (body.length() > 0) ? BodyPublishers.fromPublisher(content, body.length())
				: BodyPublishers.fromPublisher(content);
	}

	private static Mono<Attempt<AnswerPieces>> failed(Remote leader, UploadProgress upload, Judgement judgement,
			Throwable failure) {
		Throwable ofClient = upload.failure();
		if (ofClient != null) {
			return Mono.error((ofClient instanceof ClientGoneException gone) ? gone
					: new ClientGoneException(new IOException(ofClient)));
		}
		boolean late = failure instanceof TimeoutException;
		// A web server closes the connection if a handler does not read the whole body.
		// Clients must not open the circuit for others that way.
		if (late || !upload.hasBegun()) {
			judgement.failure(failure);
		}
		logger.warn("The leader {} at {} did not answer a forwarded request: {}", leader.leader(), leader.url(),
				failure.toString());
		logger.debug("The leader did not answer", failure);
		return Mono.just(late ? new Failed<>(ForwardOutcome.TIMED_OUT, "The leader did not answer in time")
				: new Failed<>(ForwardOutcome.UNREACHABLE, "The leader could not be reached"));
	}

	@Override
	public void close() {
		this.http.close();
	}

	/**
	 * Reports the outcome of a request to its circuit breaker, at most once.
	 */
	private static final class Judgement {

		private final AtomicBoolean told = new AtomicBoolean();

		private final CircuitBreaker breaker;

		private final long start;

		private Judgement(CircuitBreaker breaker, long start) {
			this.breaker = breaker;
			this.start = start;
		}

		private void success() {
			if (this.told.compareAndSet(false, true)) {
				this.breaker.onSuccess(lasted(), this.breaker.getTimestampUnit());
			}
		}

		private void failure(Throwable reason) {
			if (this.told.compareAndSet(false, true)) {
				this.breaker.onError(lasted(), this.breaker.getTimestampUnit(), reason);
			}
		}

		private void none() {
			if (this.told.compareAndSet(false, true)) {
				this.breaker.releasePermission();
			}
		}

		private long lasted() {
			return this.breaker.getCurrentTimestamp() - this.start;
		}

	}

}
