package io.github.leaderelection.internal.eligibility;

import java.util.Map;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

import io.github.leaderelection.LeaderElector;
import io.github.leaderelection.spring.LeaderElectorRegistry;
import io.github.leaderelection.spring.LeadershipEligibility;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.availability.AvailabilityChangeEvent;
import org.springframework.context.ApplicationListener;
import org.springframework.context.SmartLifecycle;

/**
 * Asks the application at intervals whether this node is eligible, and at once when its
 * availability changes. Runs from before the node starts, so that nothing is granted
 * before the first answer. Does nothing where nobody is to be asked.
 */
public final class EligibilityWatch implements SmartLifecycle, ApplicationListener<AvailabilityChangeEvent<?>> {

	private static final Logger logger = LoggerFactory.getLogger(LeaderElector.class);

	private final LeaderElectorRegistry registry;

	private final Map<String, LeadershipEligibility> checks;

	private final EligibilityTimes times;

	private final int phase;

	private volatile @Nullable Running running;

	/**
	 * Makes a watch that has not started.
	 * @param registry knows the electors
	 * @param checks who is asked, by name
	 * @param times when
	 * @param phase when it starts, before the node
	 */
	public EligibilityWatch(LeaderElectorRegistry registry, Map<String, LeadershipEligibility> checks,
			EligibilityTimes times, int phase) {
		this.registry = registry;
		this.checks = Map.copyOf(checks);
		this.times = times;
		this.phase = phase;
	}

	@Override
	public void start() {
		if (this.running != null) {
			return;
		}
		Questions questions = new Questions(this.registry, this.checks, this.times.timeout());
		ScheduledExecutorService clock = thread("leader-election-eligibility");
		ScheduledExecutorService asking = thread("leader-election-eligibility-check");
		this.running = new Running(questions, clock, asking);
		if (!this.checks.isEmpty()) {
			questions.begin();
			clock.scheduleAtFixedRate(() -> ask(questions, asking), 0, this.times.interval().toNanos(),
					TimeUnit.NANOSECONDS);
		}
	}

	/** What is thrown here would end all later questions without a word. */
	private static void ask(Questions questions, ScheduledExecutorService asking) {
		try {
			questions.ask(asking);
		}
		catch (RuntimeException ex) {
			logger.error("Asking whether this node is eligible failed; it is asked again", ex);
		}
	}

	/** What is handed to it after its end is dropped: the node has stopped. */
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
	 * From a start to its stop.
	 *
	 * @param questions what is asked
	 * @param clock asks again and again, and sees what is not answered
	 * @param asking where the application is asked
	 */
	private record Running(Questions questions, ScheduledExecutorService clock, ScheduledExecutorService asking) {

		void askNow() {
			this.clock.execute(() -> ask(this.questions, this.asking));
		}

		void close() {
			this.clock.shutdownNow();
			this.asking.shutdownNow();
		}

	}

}
