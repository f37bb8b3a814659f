package io.github.leaderelection.sample;

import java.time.Duration;
import java.time.LocalDateTime;

import io.github.leaderelection.spring.LeaderOnly;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/**
 * The jobs. Every instance schedules them, and only the leader runs them. A real
 * application would run them at night by {@code cron}; here they run every few seconds.
 */
@Component
class NightlyJobs {

	private final JdbcClient jdbc;

	private final RunRecorder recorder;

	private final Duration closingTakes;

	NightlyJobs(JdbcClient jdbc, RunRecorder recorder, SampleProperties properties) {
		this.jdbc = jdbc;
		this.recorder = recorder;
		this.closingTakes = properties.jobs().closeBooks().takes();
	}

	@LeaderOnly
	@Scheduled(fixedDelayString = "${sample.jobs.reconcile-invoices.every}")
	void reconcileInvoices() {
		this.recorder.run("reconcile-invoices",
				() -> this.jdbc.sql("update invoice set state = 'SETTLED' where state = 'PAID'").update());
	}

	@LeaderOnly
	@Scheduled(fixedDelayString = "${sample.jobs.send-reminders.every}")
	void sendReminders() {
		this.recorder.run("send-reminders",
				() -> this.jdbc.sql("update invoice set state = 'REMINDED' where state = 'OPEN' and due_at < :now")
					.param("now", LocalDateTime.now())
					.update());
	}

	@LeaderOnly
	@Scheduled(fixedDelayString = "${sample.jobs.purge-sessions.every}")
	void purgeSessions() {
		this.recorder.run("purge-sessions",
				() -> this.jdbc.sql("delete from web_session where expires_at < :now")
					.param("now", LocalDateTime.now())
					.update());
	}

	/**
	 * Runs long. A leader that is stopped meanwhile waits for it: leadership is given up
	 * only after running work has ended.
	 */
	@LeaderOnly
	@Scheduled(fixedDelayString = "${sample.jobs.close-books.every}")
	void closeBooks() {
		this.recorder.run("close-books", () -> {
			int steps = 20;
			for (int step = 0; step < steps; step++) {
				pause(this.closingTakes.dividedBy(steps));
			}
			return steps;
		});
	}

	private static void pause(Duration duration) {
		try {
			Thread.sleep(duration.toMillis());
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new IllegalStateException("Interrupted while closing the books", ex);
		}
	}

}
