package io.github.leaderelection.internal.forward;

import java.io.IOException;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.Semaphore;
import java.util.function.Supplier;

import io.github.leaderelection.internal.forward.Attempt.Answered;
import io.github.leaderelection.internal.forward.Attempt.Failed;
import io.github.leaderelection.internal.forward.Destination.There;
import io.github.leaderelection.internal.forward.message.AnswerBody;
import io.github.leaderelection.internal.forward.message.AnswerHead;
import io.github.leaderelection.internal.forward.message.BrokenAnswerException;
import io.github.leaderelection.internal.forward.message.ClientGoneException;
import io.github.leaderelection.internal.forward.message.RequestBody;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

/**
 * Passes requests to the leader and its answers back. A limited number of requests block
 * their threads at a time. A request without a body and with an idempotent method is
 * repeated at most once, on another leader. Safe for use from any thread.
 */
final class LeaderProxy {

	/** RFC 9110, 9.2.2. */
	private static final Set<String> IDEMPOTENT = Set.of("GET", "HEAD", "OPTIONS", "TRACE", "PUT", "DELETE");

	private final LeaderFinder finder;

	private final Supplier<LeaderClient> client;

	private final ForwardSettings settings;

	private final ForwardRefusal refusal;

	private final ForwardStatistics statistics;

	private final Semaphore places;

	/**
	 * Creates a proxy.
	 * @param client always supplies the same client
	 */
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
	 * Passes a request on and answers it, unless this node has become leader meanwhile.
	 * @return this node if it has to handle the request, otherwise the leader that was
	 * asked
	 */
	Destination pass(String group, There leader, HttpServletRequest request, HttpServletResponse response)
			throws IOException, ServletException, InterruptedException {
		if (!this.places.tryAcquire()) {
			this.statistics.record(group, ForwardOutcome.CROWDED);
			this.refusal.unavailable(response, group, "Too many requests are being proxied to the leader");
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

	private Destination exchange(String group, There leader, HttpServletRequest request, HttpServletResponse response)
			throws IOException, ServletException, InterruptedException {
		long start = System.nanoTime();
		RequestBody body = body(request);
		There asked = leader;
		Attempt attempt = ask(group, asked, request, body);
		if (isRepeatable(request, body) && mayDoBetter(attempt)) {
			Destination next = this.finder.find(group, asked, left(start));
			if (next instanceof There other) {
				discard(attempt);
				asked = other;
				attempt = ask(group, asked, request, body);
			}
			else if (next instanceof Destination.Here) {
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

	private Attempt ask(String group, There leader, HttpServletRequest request, RequestBody body)
			throws IOException, InterruptedException {
		return this.client.get().ask(group, leader, request, body, this.finder.self(group));
	}

	private static boolean isRepeatable(HttpServletRequest request, RequestBody body) {
		return body.isNone() && IDEMPOTENT.contains(request.getMethod());
	}

	private static boolean mayDoBetter(Attempt attempt) {
		if (attempt instanceof Failed failed) {
			return failed.outcome() == ForwardOutcome.UNREACHABLE;
		}
		return attempt instanceof Answered answered && answered.isRefusal();
	}

	/** The remaining time, bounded by that for waiting and that of the leader. */
	private Duration left(long start) {
		Duration used = Duration.ofNanos(System.nanoTime() - start);
		Duration left = this.settings.timeLimit().minus(used);
		Duration limit = (left.compareTo(this.settings.maxWait()) < 0) ? left : this.settings.maxWait();
		return limit.isNegative() ? Duration.ZERO : limit;
	}

	private static void discard(Attempt attempt) {
		if (attempt instanceof Answered answered) {
			answered.response().body().discard();
		}
	}

	private void answer(String group, There leader, Attempt attempt, HttpServletRequest request,
			HttpServletResponse response) throws IOException, InterruptedException {
		if (attempt instanceof Failed failed) {
			this.statistics.record(group, failed.outcome());
			if (failed.outcome() == ForwardOutcome.TIMED_OUT) {
				this.refusal.timedOut(response, group, failed.detail());
			}
			else {
				this.refusal.unavailable(response, group, failed.detail());
			}
		}
		else if (attempt instanceof Answered answered) {
			relay(group, leader, answered, request, response);
		}
	}

	private void relay(String group, There leader, Answered answered, HttpServletRequest request,
			HttpServletResponse response) throws IOException, InterruptedException {
		AnswerBody body = answered.response().body();
		try {
			AnswerHead.copy(answered.response(), leader.url(), request, response);
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
			this.refusal.unavailable(response, group, "The leader's answer ended prematurely");
		}
		finally {
			body.discard();
		}
	}

}
