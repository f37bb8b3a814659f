package io.github.leaderelection.internal.runtime.listener;

import java.util.Objects;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

import io.github.leaderelection.LeaderBroadcast;
import io.github.leaderelection.LeaderElector;
import io.github.leaderelection.LeaderElector.Registration;
import io.github.leaderelection.LeaderInfo;
import io.github.leaderelection.Leadership;
import io.github.leaderelection.LeadershipListener;
import io.github.leaderelection.MemberState;
import io.github.leaderelection.NodeId;
import io.github.leaderelection.RevocationReason;
import io.github.leaderelection.internal.runtime.environment.Failures;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Notifies the listeners of one group in the order of queueing, one call at a time.
 * {@link #deliver()} only triggers the delivery, so the queue may be filled under a lock
 * and user code still runs under none.
 */
public final class ListenerDispatch {

	private static final Logger logger = LoggerFactory.getLogger(LeaderElector.class);

	private final ConcurrentLinkedQueue<Runnable> queue = new ConcurrentLinkedQueue<>();

	/**
	 * Held by the delivering thread. A listener that blocks across a restart of the node
	 * still occupies the thread of the earlier start; the new one must not overtake it.
	 */
	private final AtomicBoolean delivering = new AtomicBoolean();

	private final Runnable task = this::run;

	private final Listeners listeners;

	private volatile @Nullable Executor executor;

	public ListenerDispatch(String group, Consumer<Leadership> onGrantFailed) {
		this.listeners = new Listeners(group, onGrantFailed);
	}

	/** Uses the listener thread of a new start. */
	public void attach(Executor newExecutor) {
		this.executor = newExecutor;
		if (!this.queue.isEmpty()) {
			deliver();
		}
	}

	/** Delivered at the next {@link #deliver()}. */
	public void queueGranted(Leadership leadership) {
		enqueue(() -> this.listeners.granted(leadership));
	}

	/**
	 * Delivered at the next {@link #deliver()}.
	 */
	public void queueDraining(Leadership leadership, Runnable heard) {
		enqueue(() -> this.listeners.draining(leadership).whenComplete((done, failure) -> heard.run()));
	}

	/** Delivered at the next {@link #deliver()}. */
	public void queueRevoked(Leadership leadership, RevocationReason reason) {
		enqueue(() -> this.listeners.revoked(leadership, reason));
	}

	/** Delivered at the next {@link #deliver()}. */
	public void queueLeaderChanged(@Nullable LeaderInfo leader) {
		enqueue(() -> this.listeners.leaderChanged(leader));
	}

	private void enqueue(Runnable notification) {
		this.queue.add(notification);
	}

	public void deliver() {
		Executor present = this.executor;
		if (present == null) {
			return;
		}
		try {
			present.execute(this.task);
		}
		catch (RejectedExecutionException ex) {
			// The node is closed; a listener that joins now is notified at its next
			// start.
			logger.debug("Leadership listeners will be told at the next start");
		}
		catch (Throwable ex) {
			Failures.rethrowIfFatal(ex);
			logger.warn("Leadership listeners will be told late: {}", Failures.text(ex));
		}
	}

	/** For the thread that runs the loop. */
	public void memberChanged(NodeId member, MemberState state, int observers) {
		enqueue(() -> this.listeners.memberChanged(member, state, observers));
		deliver();
	}

	/** For the thread that runs the loop. */
	void broadcasted(LeaderBroadcast broadcast) {
		enqueue(() -> this.listeners.broadcasted(broadcast));
		deliver();
	}

	public Registration add(LeadershipListener listener) {
		Objects.requireNonNull(listener, "listener");
		Listeners.Member member = new Listeners.Member(listener);
		enqueue(() -> this.listeners.join(member));
		deliver();
		return () -> this.listeners.leave(member);
	}

	private void run() {
		// Checks again after releasing the flag: later notifications found it taken.
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
