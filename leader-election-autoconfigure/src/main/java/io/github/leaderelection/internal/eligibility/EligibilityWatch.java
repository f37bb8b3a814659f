package io.github.leaderelection.internal.eligibility;

import java.util.Map;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

import io.github.leaderelection.LeaderElector;
import io.github.leaderelection.spring.LeadershipEligibility;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.boot.availability.AvailabilityChangeEvent;
import org.springframework.context.ApplicationListener;
import org.springframework.context.SmartLifecycle;

/**
 * Asks the application periodically whether this node is eligible, and at once when its
 * availability changes. It starts before the node, so that the node does not lead before
 * the first answer. It is idle without checks.
 */
public final class EligibilityWatch implements SmartLifecycle, ApplicationListener<AvailabilityChangeEvent<?>> {

	private static final Logger logger = LoggerFactory.getLogger(LeaderElector.class);

	private final Objections objections;

	private final Map<String, LeadershipEligibility> checks;

	private final EligibilityTimes times;

	private final int phase;

	private volatile @Nullable Running running;

	/**
	 * Creates a watch that is not started.
	 * @param objections the objections of all contexts that share the node
	 * @param checks the checks of this context by name
	 * @param phase the lifecycle phase, before that of the node
	 */
	public EligibilityWatch(Objections objections, Map<String, LeadershipEligibility> checks, EligibilityTimes times,
			int phase) {
		this.objections = objections;
		this.checks = Map.copyOf(checks);
		this.times = times;
		this.phase = phase;
	}

	@Override
	public void start() {
		if (this.running != null) {
			return;
		}
		EligibilityChecks questions = new EligibilityChecks(this.objections, this.checks, this.times.timeout());
		ScheduledExecutorService clock = thread("leader-election-eligibility");
		ScheduledExecutorService asking = thread("leader-election-eligibility-check");
		this.running = new Running(questions, clock, asking);
		questions.begin();
		if (!this.checks.isEmpty()) {
			clock.scheduleAtFixedRate(() -> safely(() -> questions.ask(asking)), 0, this.times.interval().toNanos(),
					TimeUnit.NANOSECONDS);
		}
	}

	/** Logs an exception, which would silently end all later checks. */
	private static void safely(Runnable asking) {
		try {
			asking.run();
		}
		catch (RuntimeException ex) {
			logger.error("Checking whether this node is eligible failed; the check is repeated", ex);
		}
	}

	/** Creates an executor that discards tasks after its shutdown. */
	private static ScheduledExecutorService thread(String name) {
		return new ScheduledThreadPoolExecutor(1, (task) -> {
			Thread thread = new Thread(task, name);
			thread.setDaemon(true);
			return thread;
		}, new ThreadPoolExecutor.DiscardPolicy());
	}

	@Override
	public void onApplicationEvent(AvailabilityChangeEvent<?> event) {
		Running present = this.running;
		if (present != null && !this.checks.isEmpty()) {
			present.askNow();
		}
	}

	@Override
	public void stop() {
		Running present = this.running;
		this.running = null;
		if (present != null) {
			present.close();
		}
	}

	@Override
	public boolean isRunning() {
		return this.running != null;
	}

	@Override
	public int getPhase() {
		return this.phase;
	}

	/**
	 * The parts of one start.
	 *
	 * @param clock the executor that starts checks and detects missing answers
	 */
	private record Running(EligibilityChecks questions, ScheduledExecutorService clock,
			ScheduledExecutorService asking) {

		void askNow() {
			this.clock.execute(() -> safely(() -> this.questions.askAnew(this.asking)));
		}

		void close() {
			this.clock.shutdownNow();
			this.asking.shutdownNow();
			this.questions.end();
		}

	}

}
