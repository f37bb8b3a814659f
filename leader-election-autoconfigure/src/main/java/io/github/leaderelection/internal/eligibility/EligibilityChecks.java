package io.github.leaderelection.internal.eligibility;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.ReentrantLock;

import io.github.leaderelection.LeaderElector;
import io.github.leaderelection.internal.runtime.ElectorInternals;
import io.github.leaderelection.spring.LeaderElectorRegistry;
import io.github.leaderelection.spring.LeadershipEligibility;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs the checks of one context, one round at a time, and informs the electors. A round
 * that takes too long makes the node ineligible until it ends.
 */
final class EligibilityChecks {

	private static final Logger logger = LoggerFactory.getLogger(LeaderElector.class);

	private static final String NO_ANSWER_YET = "its application has not said yet that it is eligible";

	private final Objections objections;

	private final Map<String, LeadershipEligibility> checks;

	private final Duration timeout;

	private final AtomicReference<@Nullable Round> open = new AtomicReference<>();

	/** Whether a change was reported since the checks of the latest round began. */
	private final AtomicBoolean changed = new AtomicBoolean();

	/** Held while the electors are informed of the end of a round, or of its delay. */
	private final ReentrantLock telling = new ReentrantLock();

	EligibilityChecks(Objections objections, Map<String, LeadershipEligibility> checks, Duration timeout) {
		this.objections = objections;
		this.checks = new TreeMap<>(checks);
		this.timeout = timeout;
	}

	/** Objects to leadership of this node until the first answer. */
	void begin() {
		this.objections.hear(this);
		if (this.checks.isEmpty()) {
			return;
		}
		for (String group : registry().groups()) {
			if (this.objections.internals(group) == ElectorInternals.NONE) {
				logger.warn("Group '{}': its elector does not support eligibility checks, so {} have no effect there",
						group, this.checks.keySet());
			}
			tell(group, NO_ANSWER_YET);
		}
	}

	/** Withdraws all objections. */
	void end() {
		this.objections.withdraw(this);
	}

	/** Begins a round, or reports the running round if it is overdue. */
	void ask(Executor executor) {
		Round unanswered = this.open.get();
		if (unanswered == null) {
			Round round = new Round(executor);
			if (this.open.compareAndSet(null, round)) {
				executor.execute(round);
			}
		}
		else if (System.nanoTime() - unanswered.beganNanos > this.timeout.toNanos()) {
			unanswered.tellOverdue();
		}
	}

	/**
	 * Begins a round, or requests another one after the running round, whose checks may
	 * have answered before the change.
	 */
	void askAnew(Executor executor) {
		this.changed.set(true);
		ask(executor);
	}

	private void tell(String group, @Nullable String reason) {
		this.objections.tell(this, group, reason);
	}

	private LeaderElectorRegistry registry() {
		return this.objections.registry();
	}

	private @Nullable String whyNot(String group) {
		for (Map.Entry<String, LeadershipEligibility> check : this.checks.entrySet()) {
			try {
				String reason = check.getValue().whyNot(group);
				if (reason != null) {
					return reason;
				}
			}
			catch (Throwable ex) {
				// Any throwable of a check, even a stack overflow, counts as no answer.
				logger.debug("The eligibility check '{}' failed", check.getKey(), ex);
				return "its eligibility check '" + check.getKey() + "' failed: " + ex;
			}
		}
		return null;
	}

	/**
	 * Asks each check once for each group.
	 */
	private final class Round implements Runnable {

		private final long beganNanos = System.nanoTime();

		private final Executor executor;

		private final Map<String, @Nullable String> answers = new HashMap<>();

		private boolean isOverdue;

		private Round(Executor executor) {
			this.executor = executor;
		}

		@Override
		public void run() {
			EligibilityChecks.this.changed.set(false);
			try {
				for (String group : registry().groups()) {
					String answer = whyNot(group);
					this.answers.put(group, answer);
					tell(group, answer);
				}
			}
			finally {
				end();
				if (EligibilityChecks.this.changed.get()) {
					ask(this.executor);
				}
			}
		}

		private void end() {
			EligibilityChecks.this.telling.lock();
			try {
				if (this.isOverdue) {
					this.answers.forEach(EligibilityChecks.this::tell);
				}
				EligibilityChecks.this.open.compareAndSet(this, null);
			}
			finally {
				EligibilityChecks.this.telling.unlock();
			}
		}

		/**
		 * Objects because the round is overdue; its answers replace that objection later.
		 */
		private void tellOverdue() {
			EligibilityChecks.this.telling.lock();
			try {
				if (EligibilityChecks.this.open.get() == this) {
					this.isOverdue = true;
					registry().groups()
						.forEach((group) -> tell(group,
								"its eligibility checks " + EligibilityChecks.this.checks.keySet()
										+ " have not answered for " + EligibilityChecks.this.timeout.toMillis()
										+ " ms"));
				}
			}
			finally {
				EligibilityChecks.this.telling.unlock();
			}
		}

	}

}
