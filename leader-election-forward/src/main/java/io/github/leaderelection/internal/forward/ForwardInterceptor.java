package io.github.leaderelection.internal.forward;

import io.github.leaderelection.internal.forward.Destination.Local;
import io.github.leaderelection.internal.forward.Destination.Remote;
import io.github.leaderelection.internal.forward.message.BrokenAnswerException;
import io.github.leaderelection.internal.forward.message.Refusal;
import io.github.leaderelection.internal.forward.message.ServletAnswer;
import io.github.leaderelection.internal.forward.message.ServletClientRequest;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.jspecify.annotations.Nullable;

import org.springframework.web.servlet.AsyncHandlerInterceptor;

/**
 * Runs leader-only handlers on the leader alone. Filters, such as Spring Security's, and
 * the application's interceptors run before it.
 */
public final class ForwardInterceptor implements AsyncHandlerInterceptor {

	private final LeaderForwarding forwardings;

	public ForwardInterceptor(LeaderForwarding forwardings) {
		this.forwardings = forwardings;
	}

	@Override
	public boolean preHandle(HttpServletRequest request, HttpServletResponse response, Object handler)
			throws Exception {
		if (BrokenAnswerException.isMarked(request)) {
			// An error page could make an incomplete answer look complete.
			return false;
		}
		Forwarding forwarding = this.forwardings.find(handler);
		if (forwarding == null || isResumed(request)) {
			return true;
		}
		ServletAnswer answer = new ServletAnswer(response);
		try {
			Destination destination = destination(forwarding, new ServletClientRequest(request), answer);
			if (destination instanceof Local here) {
				HandledWork.begin(request, here.admission());
				return true;
			}
		}
		catch (BrokenAnswerException ex) {
			ex.mark(request);
			throw ex;
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			this.forwardings.stopping(forwarding.group()).write(answer);
		}
		return false;
	}

	/** Whether the handler ran before, and its asynchronous result has arrived. */
	private static boolean isResumed(HttpServletRequest request) {
		return request.getDispatcherType() == DispatcherType.ASYNC && HandledWork.current(request) != null;
	}

	/** Answers a request unless it is for this node. */
	private Destination destination(Forwarding forwarding, ServletClientRequest request, ServletAnswer answer)
			throws Exception {
		Destination destination = this.forwardings.await(forwarding.group(), request);
		Refusal refusal = this.forwardings.answer(forwarding, destination, request);
		if (refusal != null) {
			refusal.write(answer);
			return destination;
		}
		return (destination instanceof Remote leader)
				? this.forwardings.pass(forwarding.group(), leader, request, answer) : destination;
	}

	@Override
	public void afterConcurrentHandlingStarted(HttpServletRequest request, HttpServletResponse response,
			Object handler) {
		HandledWork work = (this.forwardings.find(handler) != null) ? HandledWork.current(request) : null;
		if (work != null) {
			work.continueAsync(request);
		}
	}

	@Override
	public void afterCompletion(HttpServletRequest request, HttpServletResponse response, Object handler,
			@Nullable Exception failure) {
		if (this.forwardings.find(handler) != null) {
			HandledWork.finish(request);
		}
	}

}
