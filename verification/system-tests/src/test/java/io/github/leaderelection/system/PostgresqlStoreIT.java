package io.github.leaderelection.system;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

import io.github.leaderelection.system.cluster.Cluster.Leader;
import io.github.leaderelection.system.cluster.ClusterSpec;
import org.awaitility.Awaitility;

import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Three processes that lead by a lease in a PostgreSQL server, and record their jobs
 * there.
 */
class PostgresqlStoreIT extends AbstractStoreIT {

	private static final Duration LIMIT = Duration.ofMinutes(1);

	PostgresqlStoreIT() {
		super("postgresql");
	}

	@Override
	ClusterSpec adjusted(ClusterSpec spec) {
		return spec.with("sample.jobs.reconcile-invoices.every", "100ms")
			.with("sample.jobs.close-books.every", "100ms")
			.with("sample.jobs.close-books.takes", "500ms");
	}

	private static JdbcTemplate jdbc(Map<String, String> settings) {
		return new JdbcTemplate(new DriverManagerDataSource(settings.get("spring.datasource.url"),
				settings.get("spring.datasource.username"), settings.get("spring.datasource.password")));
	}

	@Override
	boolean deleteRecord(Map<String, String> settings) {
		assertThat(jdbc(settings).update("DELETE FROM leader_election_reign")).isEqualTo(1);
		return true;
	}

	@Override
	void awaitWork(Map<String, String> settings, Leader leader) {
		JdbcTemplate jdbc = jdbc(settings);
		Awaitility.await()
			.atMost(LIMIT)
			.until(() -> jdbc.queryForObject(
					"SELECT COUNT(DISTINCT job) FROM job_run WHERE fencing_token = ? AND outcome = 'done'",
					Integer.class, leader.token()) > 1);
	}

	@Override
	void judgeWork(Map<String, String> settings, Leader terminated) {
		List<Run> runs = jdbc(settings).query("SELECT job, node, fencing_token, outcome FROM job_run ORDER BY id",
				(row, number) -> new Run(row.getString(1), row.getString(2), row.getLong(3), row.getString(4)));
		assertThat(runs).extracting(Run::token).isSorted().contains(terminated.token());
		Map<Long, List<String>> nodes = runs.stream()
			.collect(Collectors.groupingBy(Run::token,
					Collectors.mapping(Run::node, Collectors.collectingAndThen(Collectors.toSet(), List::copyOf))));
		assertThat(nodes.values()).as("who ran jobs under one token").allMatch((each) -> each.size() == 1);
		assertThat(nodes).containsEntry(terminated.token(), List.of(terminated.node().name()));
		assertThat(runs).filteredOn((run) -> run.token() == terminated.token())
			.allMatch((run) -> run.outcome().equals("done"));
		Integer early = jdbc(settings).queryForObject("""
				SELECT COUNT(*) FROM job_run AS former, job_run AS next
				WHERE former.fencing_token = ? AND next.fencing_token > former.fencing_token
				AND next.started_at < former.finished_at""", Integer.class, terminated.token());
		assertThat(early).as("jobs of the next leader that began before the last one's had ended").isZero();
	}

	/**
	 * A run of a job.
	 */
	private record Run(String job, String node, long token, String outcome) {
	}

}
