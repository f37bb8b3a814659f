package io.github.leaderelection.internal.assignment.carrier;

import java.security.SecureRandom;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

import io.github.leaderelection.LeaderElector;
import io.github.leaderelection.LeaderInfo;
import io.github.leaderelection.LeadershipListener;
import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.assignment.runtime.AssignmentsFactory;
import io.github.leaderelection.internal.assignment.runtime.GroupAssignments;
import io.github.leaderelection.internal.protocol.Effect;
import io.github.leaderelection.internal.protocol.ElectionSettings;
import io.github.leaderelection.internal.runtime.environment.NodeClock;
import io.github.leaderelection.internal.runtime.extension.GroupExtension;
import io.github.leaderelection.internal.runtime.extension.GroupHost;
import io.github.leaderelection.internal.runtime.scheduling.Mail;
import io.github.leaderelection.internal.trace.TraceBudget;
import org.jspecify.annotations.Nullable;

/**
 * Runs the assignments of an observer, which has no election: one thread takes the part
 * of a group's loop.
 */
public final class ObserverLoop implements AutoCloseable {

	private static final NodeClock CLOCK = NodeClock.system();

	private static final long LONGEST_STEP_SECONDS = 5;

	private final SecureRandom random = new SecureRandom();

	private final ScheduledThreadPoolExecutor loop;

	private final ScheduledThreadPoolExecutor watchdog;

	private final GroupAssignments assignments;

	private LeaderElector.@Nullable Registration registration;

	/** The next check, used by the loop alone. */
	private @Nullable Future<?> next;

	/** Begins at once. */
	public ObserverLoop(String cluster, String group, NodeId self, AssignmentsFactory factory) {
		this.loop = threads("leader-election-" + self + "-assignments");
		this.watchdog = threads("leader-election-" + self + "-ownerships");
		ElectionSettings settings = ElectionSettings.of(cluster, group, self, List.of(self)).build();
		long incarnation = this.random.nextLong() | 1;
		this.assignments = factory.create(new GroupHost(settings, CLOCK, this.random::nextLong, this::watch,
				incarnation, TraceBudget.WHOLE, this::post, (to, body) -> {
				}, (member) -> null));
		this.assignments.begin();
	}

	private static ScheduledThreadPoolExecutor threads(String name) {
		ScheduledThreadPoolExecutor executor = new ScheduledThreadPoolExecutor(1, (task) -> {
			Thread thread = new Thread(task, name);
			thread.setDaemon(true);
			return thread;
		});
		executor.setRemoveOnCancelPolicy(true);
		executor.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
		return executor;
	}

	/** Follows the leaders that an elector knows, until it is closed. Called once. */
	public void follow(LeaderElector elector) {
		this.registration = elector.addListener(new LeadershipListener() {

			@Override
			public void onLeaderChanged(@Nullable LeaderInfo leader) {
				if (leader != null) {
					post(() -> ObserverLoop.this.assignments
						.performed(new Effect.FollowLeader<>(leader.id(), leader.term(), leader.fencingToken(), true)));
				}
			}

		});
	}

	/** Completes once all that came before has been handled. */
	public CompletionStage<Void> handled() {
		CompletableFuture<Void> handled = new CompletableFuture<>();
		execute(() -> {
			check();
			handled.complete(null);
		});
		return handled;
	}

	private void post(Mail task) {
		execute(() -> {
			task.deliver();
			check();
		});
	}

	private void execute(Runnable task) {
		try {
			this.loop.execute(task);
		}
		catch (RejectedExecutionException ex) {
			// It is closed: all that it owned has ended.
		}
	}

	/** Checks once no task waits, and again when it is due. */
	private void check() {
		if (this.loop.getQueue().stream().anyMatch((task) -> task != this.next)) {
			return;
		}
		Future<?> before = this.next;
		if (before != null) {
			before.cancel(false);
		}
		long delay = this.assignments.check(CLOCK.monotonicNanos());
		this.next = (delay != GroupExtension.NEVER && !this.loop.isShutdown())
				? this.loop.schedule(this::check, delay, TimeUnit.NANOSECONDS) : null;
	}

	private void watch(long atNanos, Runnable check) {
		this.watchdog.schedule(check, atNanos - CLOCK.monotonicNanos(), TimeUnit.NANOSECONDS);
	}

	/**
	 * Ends all that it owns, after the step that runs: a later one would publish over the
	 * next start.
	 */
	@Override
	public void close() {
		if (this.registration != null) {
			this.registration.close();
		}
		this.loop.shutdown();
		this.watchdog.shutdown();
		try {
			// A step waits for nobody. One that does ends beside the next start.
			this.loop.awaitTermination(LONGEST_STEP_SECONDS, TimeUnit.SECONDS);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
		this.assignments.end();
	}

}
