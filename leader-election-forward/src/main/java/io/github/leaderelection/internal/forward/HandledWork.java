package io.github.leaderelection.internal.forward;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.atomic.AtomicBoolean;

import io.github.leaderelection.internal.gate.Admission;
import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;
import jakarta.servlet.http.HttpServletRequest;
import org.jspecify.annotations.Nullable;

/**
 * A request that a handler of this node runs as leader-only work. A handler may dispatch
 * the request to another one, which then ends first.
 */
final class HandledWork implements AsyncListener {

	private static final String ATTRIBUTE = HandledWork.class.getName();

	private final Admission admission;

	private final AtomicBoolean left = new AtomicBoolean();

	private final AtomicBoolean ended = new AtomicBoolean();

	private HandledWork(Admission admission) {
		this.admission = admission;
	}

	static void begin(HttpServletRequest request, Admission admission) {
		Deque<HandledWork> all = all(request);
		if (all == null) {
			all = new ArrayDeque<>();
			request.setAttribute(ATTRIBUTE, all);
		}
		all.push(new HandledWork(admission));
	}

	static @Nullable HandledWork current(HttpServletRequest request) {
		Deque<HandledWork> all = all(request);
		return (all != null) ? all.peek() : null;
	}

	@SuppressWarnings("unchecked")
	private static @Nullable Deque<HandledWork> all(HttpServletRequest request) {
		return (Deque<HandledWork>) request.getAttribute(ATTRIBUTE);
	}

	/**
	 * The handler continues on another thread. Its work ends with the exchange at the
	 * latest.
	 */
	void continueAsync(HttpServletRequest request) {
		leave();
		request.getAsyncContext().addListener(this);
	}

	/** The handler has ended, unless it continues on another thread. */
	static void finish(HttpServletRequest request) {
		Deque<HandledWork> all = all(request);
		HandledWork work = (all != null) ? all.poll() : null;
		if (work == null) {
			return;
		}
		if (request.isAsyncStarted()) {
			work.continueAsync(request);
		}
		else {
			work.leave();
			work.end();
		}
	}

	/** Leaves the work once, on the thread that began it. */
	private void leave() {
		if (this.left.compareAndSet(false, true)) {
			this.admission.left();
		}
	}

	private void end() {
		if (this.ended.compareAndSet(false, true)) {
			this.admission.ended();
		}
	}

	@Override
	public void onComplete(AsyncEvent event) {
		end();
	}

	@Override
	public void onTimeout(AsyncEvent event) {
		// The completion of the exchange follows.
	}

	@Override
	public void onError(AsyncEvent event) {
		// The completion of the exchange follows.
	}

	@Override
	public void onStartAsync(AsyncEvent event) {
		event.getAsyncContext().addListener(this);
	}

}
