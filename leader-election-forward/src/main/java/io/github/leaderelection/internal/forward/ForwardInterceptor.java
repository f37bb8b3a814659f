package io.github.leaderelection.internal.forward;

import java.io.IOException;

import io.github.leaderelection.internal.forward.Destination.Local;
import io.github.leaderelection.internal.forward.Destination.Remote;
import io.github.leaderelection.internal.forward.message.BrokenAnswerException;
import io.github.leaderelection.internal.forward.message.HopHeaders;
import io.github.leaderelection.internal.forward.message.ServletAnswer;
import io.github.leaderelection.internal.forward.message.ServletClientRequest;
import io.github.leaderelection.internal.forward.message.TargetUri;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.jspecify.annotations.Nullable;

import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.web.servlet.AsyncHandlerInterceptor;

/**
 * Runs leader-only handlers on the leader alone. Filters, such as Spring Security's, and
 * the application's interceptors run before it.
 */
final class ForwardInterceptor implements AsyncHandlerInterceptor {

	private final ForwardedHandlers handlers;

	private final LeaderFinder finder;

	private final LeaderProxy proxy;

	private final ForwardSettings settings;

	private final ForwardRefusal refusal;

	private final ForwardStatistics statistics;

	ForwardInterceptor(ForwardedHandlers handlers, LeaderFinder finder, LeaderProxy proxy, ForwardSettings settings,
			ForwardStatistics statistics) {
		this.handlers = handlers;
		this.finder = finder;
		this.proxy = proxy;
		this.settings = settings;
		this.refusal = new ForwardRefusal(settings.retryAfter());
		this.statistics = statistics;
	}

	@Override
	public boolean preHandle(HttpServletRequest request, HttpServletResponse response, Object handler)
			throws IOException, ServletException {
		if (BrokenAnswerException.isMarked(request)) {
			// An error page could make an incomplete answer look complete.
			return false;
		}
		Forwarding forwarding = this.handlers.find(handler);
		if (forwarding == null || isResumed(request)) {
			return true;
		}
		String group = forwarding.group();
		try {
			boolean forwarded = request.getHeader(HopHeaders.FORWARDED_BY) != null;
			Destination destination = forwarded ? this.finder.look(group, null)
					: this.finder.find(group, null, this.settings.maxWait());
			if (destination instanceof Remote leader && !forwarded) {
				destination = away(forwarding, leader, request, response);
			}
			else if (!(destination instanceof Local)) {
				refuse(group, destination, forwarded, response);
			}
			return destination instanceof Local here && begin(group, here, request);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			this.statistics.record(group, ForwardOutcome.NO_LEADER);
			new ServletAnswer(response).write(this.refusal.unavailable(group, "This node is stopping"));
			return false;
		}
	}

	/** Whether the handler ran before, and its asynchronous result has arrived. */
	private static boolean isResumed(HttpServletRequest request) {
		return request.getDispatcherType() == DispatcherType.ASYNC && HandledWork.current(request) != null;
	}

	private boolean begin(String group, Local here, HttpServletRequest request) {
		HandledWork.begin(request, here.admission());
		this.statistics.record(group, ForwardOutcome.HANDLED);
		return true;
	}

	/**
	 * Redirects, refuses or forwards a request on a follower.
	 * @return this node if it has become leader meanwhile, otherwise the given leader
	 */
	private Destination away(Forwarding forwarding, Remote leader, HttpServletRequest request,
			HttpServletResponse response) throws IOException, ServletException, InterruptedException {
		String group = forwarding.group();
		return switch (forwarding.onFollower()) {
			case REDIRECT -> {
				response.setStatus(HttpStatus.TEMPORARY_REDIRECT.value());
				response.setHeader(HttpHeaders.LOCATION,
						TargetUri.of(leader.url(), new ServletClientRequest(request)).toString());
				response.setHeader(HttpHeaders.CACHE_CONTROL, "no-store");
				this.statistics.record(group, ForwardOutcome.REDIRECTED);
				yield leader;
			}
			case UNAVAILABLE -> {
				this.statistics.record(group, ForwardOutcome.UNAVAILABLE);
				new ServletAnswer(response).write(this.refusal.unavailable(group, "This node does not lead"));
				yield leader;
			}
			case PROXY, DEFAULT -> this.proxy.pass(group, leader, request, response);
		};
	}

	private void refuse(String group, Destination destination, boolean forwarded, HttpServletResponse response)
			throws IOException {
		this.statistics.record(group, ForwardOutcome.refusing(destination, forwarded));
		new ServletAnswer(response)
			.write(forwarded ? this.refusal.oneHop(group, this.finder.self(group), this.finder.known(group))
					: this.refusal.noLeader(group, destination));
	}

	@Override
	public void afterConcurrentHandlingStarted(HttpServletRequest request, HttpServletResponse response,
			Object handler) {
		HandledWork work = (this.handlers.find(handler) != null) ? HandledWork.current(request) : null;
		if (work != null) {
			work.continueAsync(request);
		}
	}

	@Override
	public void afterCompletion(HttpServletRequest request, HttpServletResponse response, Object handler,
			@Nullable Exception failure) {
		if (this.handlers.find(handler) != null) {
			HandledWork.finish(request);
		}
	}

}
