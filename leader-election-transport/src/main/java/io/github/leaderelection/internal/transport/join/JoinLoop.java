package io.github.leaderelection.internal.transport.join;

import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

import io.github.leaderelection.LeaderElector;
import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.transport.spi.Acceptor;
import io.github.resilience4j.core.IntervalFunction;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Joins through all other seed nodes repeatedly, as members come and move. The pause is
 * short until a seed node answers and while a member is missing. One thread of its own
 * does all the work.
 */
final class JoinLoop implements AutoCloseable {

	private static final Logger logger = LoggerFactory.getLogger(LeaderElector.class);

	/** The failed attempts before a log line, as nodes often start together. */
	static final int ATTEMPTS = 5;

	private final JoinSettings settings;

	private final BooleanSupplier settled;

	private final Pace pace;

	private final SeedCaller caller;

	private final ScheduledThreadPoolExecutor timer;

	private int inVain;

	private boolean joined;

	/** Creates a loop that is not started. */
	JoinLoop(JoinSettings settings, Acceptor acceptor, BooleanSupplier settled, Pace pace) {
		this.settings = settings;
		this.settled = settled;
		this.pace = pace;
		this.caller = new SeedCaller(settings, acceptor);
		this.timer = new ScheduledThreadPoolExecutor(1, (task) -> {
			Thread thread = new Thread(task, "leader-election-" + settings.self() + "-join");
			thread.setDaemon(true);
			thread.setContextClassLoader(JoinLoop.class.getClassLoader());
			return thread;
		});
		this.timer.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
	}

	void start() {
		if (!this.settings.seeds().isEmpty()) {
			after(0);
		}
	}

	private void after(long millis) {
		try {
			this.timer.schedule(this::round, millis, TimeUnit.MILLISECONDS);
		}
		catch (RejectedExecutionException ex) {
			logger.debug("JoinLoop ends: the transport has ended");
		}
	}

	private void round() {
		long pause = this.pace.unanswered();
		try {
			if (askAll()) {
				pause = this.settled.getAsBoolean() ? this.pace.settled() : this.pace.unsettled();
			}
		}
		catch (Throwable ex) {
			// No failure may end joining, or members would stay unknown.
			logger.error("JoinLoop failed unexpectedly; it is retried", ex);
		}
		after(IntervalFunction.ofRandomized(pause, 0.1).apply(1));
	}

	private boolean askAll() {
		List<String> failures = new ArrayList<>();
		for (Map.Entry<NodeId, URI> seed : this.settings.seeds().entrySet()) {
			try {
				this.caller.join(seed.getKey(), seed.getValue());
			}
			catch (IOException ex) {
				failures.add(seed.getKey() + " at " + seed.getValue() + ": " + ex.getMessage());
			}
			if (this.timer.isShutdown()) {
				return false;
			}
		}
		boolean answered = failures.size() < this.settings.seeds().size();
		tell(answered, failures);
		return answered;
	}

	private void tell(boolean answered, List<String> failures) {
		if (answered) {
			if (!this.joined) {
				logger.info("Joined through the seed nodes; they know this node at {}",
						this.settings.book().own().url());
			}
			this.joined = true;
			this.inVain = 0;
			return;
		}
		this.inVain++;
		String text = "No seed node has answered {} attempts, which go on: {}. Members that do not know this node yet "
				+ "cannot find it. Start a seed node, or correct leader-election.peers";
		if (this.inVain != ATTEMPTS) {
			logger.debug(text, this.inVain, failures);
		}
		else if (this.settings.seed()) {
			logger.info(text, this.inVain, failures);
		}
		else {
			this.joined = false;
			logger.warn(text, this.inVain, failures);
		}
	}

	@Override
	public void close() {
		this.timer.shutdownNow();
		this.caller.close();
	}

	/**
	 * The pauses between two rounds, in milliseconds.
	 */
	record Pace(long unanswered, long unsettled, long settled) {

		static final Pace USUAL = new Pace(1000, 2000, 5000);

	}

}
