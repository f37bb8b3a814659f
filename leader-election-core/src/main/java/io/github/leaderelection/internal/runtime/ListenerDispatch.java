package io.github.leaderelection.internal.runtime;

import java.util.Objects;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

import io.github.leaderelection.LeaderBroadcast;
import io.github.leaderelection.LeaderElector.Registration;
import io.github.leaderelection.Leadership;
import io.github.leaderelection.LeadershipListener;
import io.github.leaderelection.MemberState;
import io.github.leaderelection.NodeId;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells listeners of one group, strictly in order and one call at a time. The order is
 * that of {@link #enqueue(Runnable)}; {@link #deliver()} only says that there is
 * something, so the queue may be filled under a lock and user code still runs under none.
 */
final class ListenerDispatch {

	private static final Logger logger = LoggerFactory.getLogger(ListenerDispatch.class);

	private final ConcurrentLinkedQueue<Runnable> queue = new ConcurrentLinkedQueue<>();

	/**
	 * Held by who delivers. A listener that blocks across a restart of the node still
	 * occupies the thread of the earlier start; the new one must not overtake it.
	 */
	private final AtomicBoolean delivering = new AtomicBoolean();

	private final Runnable task = this::run;

	private final Audience audience;

	private volatile @Nullable Executor executor;

	ListenerDispatch(String group, Consumer<Leadership> onGrantFailed) {
		this.audience = new Audience(group, onGrantFailed);
	}

	/** Uses the listener thread of a new start. */
	void attach(Executor newExecutor) {
		this.executor = newExecutor;
		if (!this.queue.isEmpty()) {
			deliver();
		}
	}

	/** Those who are told; to be used only inside of what is enqueued. */
	Audience audience() {
		return this.audience;
	}

	void enqueue(Runnable notification) {
		this.queue.add(notification);
	}

	void deliver() {
		Executor present = this.executor;
		if (present == null) {
			return;
		}
		try {
			present.execute(this.task);
		}
		catch (RejectedExecutionException ex) {
			// The node is closed; whoever joins now is told at its next start.
			logger.debug("Leadership listeners will be told at the next start");
		}
		catch (Throwable ex) {
			Failures.rethrowIfFatal(ex);
			logger.warn("Leadership listeners will be told late: {}", Failures.text(ex));
		}
	}

	/** For the loop's owner thread. */
	void memberChanged(NodeId member, MemberState state, int observers) {
		enqueue(() -> this.audience.memberChanged(member, state, observers));
		deliver();
	}

	/** For the loop's owner thread. */
	void broadcasted(LeaderBroadcast broadcast) {
		enqueue(() -> this.audience.broadcasted(broadcast));
		deliver();
	}

	Registration add(LeadershipListener listener) {
		Objects.requireNonNull(listener, "listener");
		Audience.Member member = new Audience.Member(listener);
		enqueue(() -> this.audience.join(member));
		deliver();
		return () -> this.audience.leave(member);
	}

	private void run() {
		// Looks again after letting go: what came meanwhile found the flag taken.
		while (!this.queue.isEmpty() && this.delivering.compareAndSet(false, true)) {
			try {
				deliverAll();
			}
			finally {
				this.delivering.set(false);
			}
		}
	}

	private void deliverAll() {
		Runnable notification = this.queue.poll();
		while (notification != null) {
			try {
				notification.run();
			}
			catch (Throwable ex) {
				logger.error("Telling leadership listeners failed", ex);
			}
			notification = this.queue.poll();
		}
	}

}
