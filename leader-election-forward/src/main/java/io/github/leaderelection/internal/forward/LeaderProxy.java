package io.github.leaderelection.internal.forward;

import java.io.IOException;
import java.util.concurrent.Semaphore;

import io.github.leaderelection.internal.forward.Attempt.Answered;
import io.github.leaderelection.internal.forward.Attempt.Failed;
import io.github.leaderelection.internal.forward.Destination.Remote;
import io.github.leaderelection.internal.forward.message.AnswerHead;
import io.github.leaderelection.internal.forward.message.AnswerTarget;
import io.github.leaderelection.internal.forward.message.BrokenAnswerException;
import io.github.leaderelection.internal.forward.message.ClientGoneException;
import io.github.leaderelection.internal.forward.message.ClientRequest;
import io.github.leaderelection.internal.forward.message.Refusal;
import io.github.leaderelection.internal.forward.message.RequestBody;

/**
 * Passes requests to the leader and its answers back. A limited number of requests block
 * their threads at a time. A request without a body and with an idempotent method is
 * repeated at most once, on another leader. Safe for use from any thread.
 */
final class LeaderProxy {

	private final LeaderFinder finder;

	private final LeaderClient client;

	private final ForwardSettings settings;

	private final ForwardRefusal refusal;

	private final ForwardStatistics statistics;

	private final Semaphore places;

	/** Creates a proxy. */
	LeaderProxy(LeaderFinder finder, LeaderClient client, ForwardSettings settings, ForwardStatistics statistics) {
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
	Destination pass(String group, Remote leader, ClientRequest request, AnswerTarget answer) throws Exception {
		Refusal changing = this.refusal.changing(group, request);
		if (changing != null) {
			this.statistics.record(group, ForwardOutcome.UNAVAILABLE);
			changing.write(answer);
			return leader;
		}
		if (!this.places.tryAcquire()) {
			crowded(group).write(answer);
			return leader;
		}
		try {
			return exchange(group, leader, request, answer);
		}
		catch (ClientGoneException ex) {
			this.statistics.record(group, ForwardOutcome.CLIENT_GONE);
			throw ex;
		}
		finally {
			this.places.release();
		}
	}

	/** Refuses a request beyond those that are proxied. */
	Refusal crowded(String group) {
		this.statistics.record(group, ForwardOutcome.CROWDED);
		return this.refusal.unavailable(group, "Too many requests are being proxied to the leader");
	}

	private Destination exchange(String group, Remote leader, ClientRequest request, AnswerTarget answer)
			throws Exception {
		long start = System.nanoTime();
		RequestBody body = body(request);
		Remote asked = leader;
		Attempt attempt = ask(group, asked, request, body);
		if (Repetition.isSafe(request.method(), body.isNone()) && Repetition.mayHelp(attempt)) {
			Destination next = another(group, asked, attempt, start);
			if (next instanceof Remote other) {
				attempt.discard();
				asked = other;
				attempt = ask(group, asked, request, body);
			}
			else if (next instanceof Destination.Local) {
				attempt.discard();
				return next;
			}
		}
		answer(group, asked, attempt, request, answer);
		return asked;
	}

	private static RequestBody body(ClientRequest request) throws Exception {
		try {
			return request.body();
		}
		catch (IOException ex) {
			throw new ClientGoneException(ex);
		}
	}

	private Attempt ask(String group, Remote leader, ClientRequest request, RequestBody body)
			throws IOException, InterruptedException {
		return this.client.ask(group, leader, request, body, this.finder.self(group));
	}

	private Destination another(String group, Remote asked, Attempt attempt, long start) throws InterruptedException {
		try {
			return this.finder.find(group, asked, Repetition.left(start, this.settings));
		}
		catch (InterruptedException ex) {
			attempt.discard();
			throw ex;
		}
	}

	private void answer(String group, Remote leader, Attempt attempt, ClientRequest request, AnswerTarget answer)
			throws IOException, InterruptedException {
		if (attempt instanceof Failed failed) {
			this.statistics.record(group, failed.outcome());
			Refusal refused = (failed.outcome() == ForwardOutcome.TIMED_OUT)
					? this.refusal.timedOut(group, failed.detail()) : this.refusal.unavailable(group, failed.detail());
			refused.write(answer);
		}
		else if (attempt instanceof Answered answered) {
			relay(group, leader, answered, request, answer);
		}
	}

	private void relay(String group, Remote leader, Answered answered, ClientRequest request, AnswerTarget answer)
			throws IOException, InterruptedException {
		try {
			AnswerHead.copy(answered.response(), leader.url(), request, answer);
			answered.response().body().copyTo(answer.body(), this.settings.timeLimit());
			this.statistics.record(group, ForwardOutcome.PROXIED);
		}
		catch (BrokenAnswerException ex) {
			this.statistics.record(group, ForwardOutcome.BROKEN_OFF);
			if (answer.isCommitted()) {
				throw ex;
			}
			answer.reset();
			this.refusal.unavailable(group, "The leader's answer ended prematurely").write(answer);
		}
		finally {
			answered.discard();
		}
	}

}
