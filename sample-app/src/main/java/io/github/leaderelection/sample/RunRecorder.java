package io.github.leaderelection.sample;

import java.time.Duration;
import java.time.LocalDateTime;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.IntSupplier;

import io.github.leaderelection.LeaderElector;
import io.github.leaderelection.spring.LeadershipContext;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.core.retry.RetryPolicy;
import org.springframework.core.retry.RetryTemplate;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.core.simple.JdbcClient.StatementSpec;
import org.springframework.jdbc.support.GeneratedKeyHolder;
import org.springframework.jdbc.support.KeyHolder;
import org.springframework.stereotype.Component;

/**
 * Records in the shared database which node ran which job under which fencing token. The
 * token is that of the leadership under which the job began. The elector may already know
 * a newer one, under which the job was not admitted.
 */
@Component
class RunRecorder {

	private static final Logger logger = LoggerFactory.getLogger(RunRecorder.class);

	/**
	 * Longer than the half second for which the pool reuses a connection without testing
	 * it.
	 */
	private static final Duration RETRY_DELAY = Duration.ofMillis(700);

	/**
	 * Inserts nothing if a higher token was seen already. So it refuses, for example, a
	 * former leader that was suspended and does not know yet that another node leads.
	 */
	private static final String BEGIN = """
			insert into job_run (job, node, fencing_token, started_at, outcome, items)
			select :job, :node, :token, :at, 'running', 0
			where not exists (select 1 from job_run where fencing_token > :token)
			""";

	/**
	 * Retries while another process takes the database over. The process that opened it
	 * first serves the others, and closes it at once when it is asked to end.
	 */
	private final RetryTemplate retries = new RetryTemplate(
			RetryPolicy.builder().includes(DataAccessException.class).maxRetries(15).delay(RETRY_DELAY).build());

	private final JdbcClient jdbc;

	private final ObjectProvider<LeaderElector> elector;

	RunRecorder(JdbcClient jdbc, ObjectProvider<LeaderElector> elector) {
		this.jdbc = jdbc;
		this.elector = elector;
	}

	/**
	 * Runs a job and records it.
	 * @param job the job's name
	 * @param work the work, which returns the number of items processed
	 */
	void run(String job, IntSupplier work) {
		Optional<Run> begun = begin(job);
		if (begun.isEmpty()) {
			return;
		}
		Run run = begun.get();
		int items;
		try {
			items = work.getAsInt();
		}
		catch (RuntimeException ex) {
			end(run, "failed", 0);
			throw ex;
		}
		end(run, "done", items);
		logger.info("{}: {} items under token {}", job, items, run.token());
	}

	/**
	 * Returns the latest runs.
	 * @param limit the largest number of runs
	 * @return the runs, newest first
	 */
	List<JobRun> latest(int limit) {
		return this.jdbc.sql("select * from job_run order by id desc limit :limit")
			.param("limit", limit)
			.query(JobRun.class)
			.list();
	}

	private Optional<Run> begin(String job) {
		LeadershipContext work = LeadershipContext.current().orElse(null);
		if (work == null || !work.isStillLeader()) {
			logger.info("{}: skipped, the lease has just ended", job);
			return Optional.empty();
		}
		long token = work.fencingToken();
		KeyHolder id = new GeneratedKeyHolder();
		int rows = this.jdbc.sql(BEGIN)
			.param("job", job)
			.param("node", this.elector.getObject().status().node().value())
			.param("token", token)
			.param("at", LocalDateTime.now())
			.update(id, "id");
		if (rows == 0) {
			logger.warn("{}: refused, jobs have already run under a token above {}. If the state directories were "
					+ "deleted on purpose, delete the database, too", job, token);
			return Optional.empty();
		}
		return Optional.of(new Run(Objects.requireNonNull(id.getKey(), "id").longValue(), token));
	}

	private void end(Run run, String outcome, int items) {
		String sql = "update job_run set finished_at = :at, outcome = :outcome, items = :items where id = :id";
		StatementSpec update = this.jdbc.sql(sql)
			.param("at", LocalDateTime.now())
			.param("outcome", outcome)
			.param("items", items)
			.param("id", run.id());
		this.retries.invoke((Runnable) update::update);
	}

	private record Run(long id, long token) {
	}

}
