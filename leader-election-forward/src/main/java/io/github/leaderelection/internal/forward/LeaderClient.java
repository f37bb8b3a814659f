package io.github.leaderelection.internal.forward;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;

import io.github.leaderelection.LeaderElector;
import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.forward.Attempt.Answered;
import io.github.leaderelection.internal.forward.Attempt.Failed;
import io.github.leaderelection.internal.forward.Destination.Remote;
import io.github.leaderelection.internal.forward.message.AnswerBody;
import io.github.leaderelection.internal.forward.message.ClientGoneException;
import io.github.leaderelection.internal.forward.message.ClientRequest;
import io.github.leaderelection.internal.forward.message.RequestBody;
import io.github.leaderelection.internal.forward.message.RequestHead;
import io.github.leaderelection.internal.forward.message.TargetUri;
import io.github.leaderelection.internal.forward.message.Upload;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.circuitbreaker.CircuitBreakerRegistry;
import io.github.resilience4j.timelimiter.TimeLimiter;
import io.github.resilience4j.timelimiter.TimeLimiterConfig;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.util.function.SingletonSupplier;

/**
 * Sends requests to a leader through its circuit breaker and within a time limit. Does
 * not follow redirects or retry. Safe for use from any thread.
 */
final class LeaderClient implements AutoCloseable {

	private static final Logger logger = LoggerFactory.getLogger(LeaderElector.class);

	private final Supplier<ForwardBreakers> breakers;

	private final Supplier<ForwardObservations> observations;

	private final Duration timeLimit;

	private final LeaderHttp http;

	/**
	 * Creates the client without connections.
	 * @param breakers asked when the first request is sent
	 * @param observations asked when the first request is sent
	 */
	LeaderClient(ForwardSettings settings, Supplier<CircuitBreakerRegistry> breakers,
			Supplier<ObservationRegistry> observations) {
		this.breakers = SingletonSupplier.of(() -> new ForwardBreakers(breakers.get()));
		this.observations = SingletonSupplier.of(() -> new ForwardObservations(observations.get()));
		this.timeLimit = settings.timeLimit();
		this.http = new LeaderHttp(settings);
	}

	/**
	 * Sends a request and waits for the head of the answer.
	 * @param self this node, which marks the request as forwarded
	 * @throws ClientGoneException if the client stops sending its body
	 * @throws InterruptedException if the thread is interrupted
	 */
	Attempt ask(String group, Remote leader, ClientRequest request, RequestBody body, @Nullable NodeId self)
			throws ClientGoneException, InterruptedException {
		CircuitBreaker breaker = this.breakers.get().of(leader.leader());
		if (!breaker.tryAcquirePermission()) {
			return new Failed(ForwardOutcome.CIRCUIT_OPEN,
					"The leader could not be reached several times and is not asked for a moment");
		}
		long start = breaker.getCurrentTimestamp();
		boolean judged = false;
		Upload upload = new Upload(body, this.http.threads());
		try {
			HttpResponse<AnswerBody> response = observed(group, leader.url(), request, upload, self);
			breaker.onSuccess(breaker.getCurrentTimestamp() - start, breaker.getTimestampUnit());
			judged = true;
			return new Answered(response);
		}
		catch (IOException | TimeoutException ex) {
			if (ex instanceof ClientGoneException gone) {
				throw gone;
			}
			// A web server closes the connection if a handler does not read the whole
			// body. Clients must not open the circuit for others that way.
			if (ex instanceof TimeoutException || !upload.hasBegun()) {
				breaker.onError(breaker.getCurrentTimestamp() - start, breaker.getTimestampUnit(), ex);
				judged = true;
			}
			return failed(leader, ex);
		}
		finally {
			if (!judged) {
				breaker.releasePermission();
			}
		}
	}

	private static Failed failed(Remote leader, Exception failure) {
		logger.warn("The leader {} at {} did not answer a forwarded request: {}", leader.leader(), leader.url(),
				failure.toString());
		logger.debug("The leader did not answer", failure);
		return (failure instanceof TimeoutException)
				? new Failed(ForwardOutcome.TIMED_OUT, "The leader did not answer in time")
				: new Failed(ForwardOutcome.UNREACHABLE, "The leader could not be reached");
	}

	private HttpResponse<AnswerBody> observed(String group, URI leader, ClientRequest request, Upload upload,
			@Nullable NodeId self) throws IOException, TimeoutException, InterruptedException {
		HttpRequest.Builder outgoing = HttpRequest.newBuilder(TargetUri.of(leader, request));
		RequestHead.copy(request, outgoing, self);
		outgoing.method(request.method(), upload.publisher());
		Observation observation = this.observations.get().begin(group, outgoing, request.observation());
		Throwable failure = null;
		try {
			return exchange(outgoing, upload);
		}
		catch (IOException | TimeoutException | InterruptedException | RuntimeException ex) {
			failure = ex;
			throw ex;
		}
		finally {
			ForwardObservations.end(observation, failure);
		}
	}

	private HttpResponse<AnswerBody> exchange(HttpRequest.Builder outgoing, Upload upload)
			throws IOException, TimeoutException, InterruptedException {
		CompletableFuture<HttpResponse<AnswerBody>> answer = this.http.send(outgoing.build(),
				(head) -> new AnswerBody());
		boolean answered = false;
		try {
			upload.run(answer, this.timeLimit);
			HttpResponse<AnswerBody> response = await(answer);
			answered = true;
			return response;
		}
		finally {
			if (!answered) {
				upload.abandon(new CancellationException("The request was given up"));
				answer.cancel(true);
				// A late answer may have arrived.
				answer.thenAccept((late) -> late.body().discard());
			}
		}
	}

	private HttpResponse<AnswerBody> await(CompletableFuture<HttpResponse<AnswerBody>> answer)
			throws IOException, TimeoutException, InterruptedException {
		try {
			return TimeLimiter
				.of("leader-election-forward", TimeLimiterConfig.custom().timeoutDuration(this.timeLimit).build())
				.executeFutureSupplier(() -> answer);
		}
		catch (IOException | TimeoutException | InterruptedException | RuntimeException ex) {
			throw ex;
		}
		catch (Exception ex) {
			throw new IOException(ex);
		}
	}

	@Override
	public void close() {
		this.http.close();
	}

}
