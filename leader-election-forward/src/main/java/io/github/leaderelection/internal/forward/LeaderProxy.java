package io.github.leaderelection.internal.forward;

import java.io.IOException;
import java.util.concurrent.Semaphore;
import java.util.function.Supplier;

import io.github.leaderelection.internal.forward.Attempt.Answered;
import io.github.leaderelection.internal.forward.Attempt.Failed;
import io.github.leaderelection.internal.forward.Destination.Remote;
import io.github.leaderelection.internal.forward.message.AnswerBody;
import io.github.leaderelection.internal.forward.message.AnswerHead;
import io.github.leaderelection.internal.forward.message.BrokenAnswerException;
import io.github.leaderelection.internal.forward.message.ClientGoneException;
import io.github.leaderelection.internal.forward.message.Refusal;
import io.github.leaderelection.internal.forward.message.RequestBody;
import io.github.leaderelection.internal.forward.message.ServletAnswer;
import io.github.leaderelection.internal.forward.message.ServletClientRequest;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

/**
 * Passes requests to the leader and its answers back. A limited number of requests block
 * their threads at a time. A request without a body and with an idempotent method is
 * repeated at most once, on another leader. Safe for use from any thread.
 */
final class LeaderProxy {

	private final LeaderFinder finder;

	private final Supplier<LeaderClient> client;

	private final ForwardSettings settings;

	private final ForwardRefusal refusal;

	private final ForwardStatistics statistics;

	private final Semaphore places;

	/** Creates a proxy. */
	LeaderProxy(LeaderFinder finder, Supplier<LeaderClient> client, ForwardSettings settings,
			ForwardStatistics statistics) {
		this.finder = finder;
		this.client = client;
		this.settings = settings;
		this.refusal = new ForwardRefusal(settings.retryAfter());
		this.statistics = statistics;
		this.places = new Semaphore(settings.maxProxied());
	}

	/**
	 * Forwards a request and answers it, unless this node has become leader meanwhile.
	 * @return this node if it has to handle the request, otherwise the leader that was
	 * asked
	 */
	Destination pass(String group, Remote leader, HttpServletRequest request, HttpServletResponse response)
			throws IOException, ServletException, InterruptedException {
		Refusal changing = this.refusal.changing(group, new ServletClientRequest(request));
		if (changing != null) {
			this.statistics.record(group, ForwardOutcome.UNAVAILABLE);
			new ServletAnswer(response).write(changing);
			return leader;
		}
		if (!this.places.tryAcquire()) {
			this.statistics.record(group, ForwardOutcome.CROWDED);
			new ServletAnswer(response)
				.write(this.refusal.unavailable(group, "Too many requests are being proxied to the leader"));
			return leader;
		}
		try {
			return exchange(group, leader, request, response);
		}
		catch (ClientGoneException ex) {
			this.statistics.record(group, ForwardOutcome.CLIENT_GONE);
			throw ex;
		}
		finally {
			this.places.release();
		}
	}

	private Destination exchange(String group, Remote leader, HttpServletRequest request, HttpServletResponse response)
			throws IOException, ServletException, InterruptedException {
		long start = System.nanoTime();
		RequestBody body = body(request);
		Remote asked = leader;
		Attempt<AnswerBody> attempt = ask(group, asked, request, body);
		if (Repetition.isSafe(request.getMethod(), body.isNone()) && Repetition.mayHelp(attempt)) {
			Destination next = this.finder.find(group, asked, Repetition.left(start, this.settings));
			if (next instanceof Remote other) {
				discard(attempt);
				asked = other;
				attempt = ask(group, asked, request, body);
			}
			else if (next instanceof Destination.Local) {
				discard(attempt);
				return next;
			}
		}
		answer(group, asked, attempt, request, response);
		return asked;
	}

	private static RequestBody body(HttpServletRequest request) throws ServletException, ClientGoneException {
		try {
			return RequestBody.of(request);
		}
		catch (IOException ex) {
			throw new ClientGoneException(ex);
		}
	}

	private Attempt<AnswerBody> ask(String group, Remote leader, HttpServletRequest request, RequestBody body)
			throws IOException, InterruptedException {
		return this.client.get().ask(group, leader, request, body, this.finder.self(group));
	}

	private static void discard(Attempt<AnswerBody> attempt) {
		if (attempt instanceof Answered<AnswerBody> answered) {
			answered.response().body().discard();
		}
	}

	private void answer(String group, Remote leader, Attempt<AnswerBody> attempt, HttpServletRequest request,
			HttpServletResponse response) throws IOException, InterruptedException {
		if (attempt instanceof Failed<AnswerBody> failed) {
			this.statistics.record(group, failed.outcome());
			new ServletAnswer(response).write((failed.outcome() == ForwardOutcome.TIMED_OUT)
					? this.refusal.timedOut(group, failed.detail()) : this.refusal.unavailable(group, failed.detail()));
		}
		else if (attempt instanceof Answered<AnswerBody> answered) {
			relay(group, leader, answered, request, response);
		}
	}

	private void relay(String group, Remote leader, Answered<AnswerBody> answered, HttpServletRequest request,
			HttpServletResponse response) throws IOException, InterruptedException {
		AnswerBody body = answered.response().body();
		try {
			AnswerHead.copy(answered.response(), leader.url(), new ServletClientRequest(request),
					new ServletAnswer(response));
			body.copyTo(response.getOutputStream(), this.settings.timeLimit());
			this.statistics.record(group, ForwardOutcome.PROXIED);
		}
		catch (BrokenAnswerException ex) {
			this.statistics.record(group, ForwardOutcome.BROKEN_OFF);
			if (response.isCommitted()) {
				ex.mark(request);
				throw ex;
			}
			response.reset();
			new ServletAnswer(response).write(this.refusal.unavailable(group, "The leader's answer ended prematurely"));
		}
		finally {
			body.discard();
		}
	}

}
