package io.github.leaderelection.internal.store.jdbc.transaction;

import java.io.IOException;
import java.sql.Connection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

import javax.sql.DataSource;

import com.zaxxer.hikari.HikariDataSource;
import io.github.leaderelection.internal.store.jdbc.JdbcLeaseSchema;
import io.github.leaderelection.internal.store.jdbc.TestServers;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

import org.springframework.boot.sql.init.DatabaseInitializationMode;
import org.springframework.core.io.ClassPathResource;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.init.ScriptUtils;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests for {@link OwnTransactions} on a PostgreSQL server.
 */
class PostgresqlLeaderTransactionsTests extends AbstractLeaderTransactions {

	private static EmbeddedPostgres server;

	private static HikariDataSource pool;

	@BeforeAll
	static void startServer() throws IOException {
		server = TestServers.startPostgresql();
		pool = TestServers.pool(server.getJdbcUrl("postgres", "postgres"), "postgres");
	}

	@AfterAll
	static void stopServer() throws IOException {
		pool.close();
		server.close();
	}

	@Override
	HikariDataSource pool() {
		return pool;
	}

	@Override
	List<String> limits(DataSource database) {
		return new JdbcTemplate(database).queryForList("SHOW idle_in_transaction_session_timeout", String.class);
	}

	@Override
	long session(JdbcTemplate jdbc) {
		Long session = jdbc.queryForObject("SELECT pg_backend_pid()", Long.class);
		return (session != null) ? session : 0;
	}

	@Override
	boolean isOpen(long session) {
		return !new JdbcTemplate(pool()).queryForList("SELECT pid FROM pg_stat_activity WHERE pid = ?", session)
			.isEmpty();
	}

	/** What a transaction still holds when its constraints are checked is held long. */
	@Test
	void constraintsThatArePutOffAreCheckedBeforeTheLeadership() {
		JdbcTemplate jdbc = new JdbcTemplate(pool());
		jdbc.execute("ALTER TABLE entry ADD CONSTRAINT once UNIQUE (who) DEFERRABLE INITIALLY DEFERRED");
		write("a");
		List<String> reached = new ArrayList<>();
		betweenLockAndCommit((transaction) -> reached.add("commit"));
		assertThatExceptionOfType(DuplicateKeyException.class).isThrownBy(() -> enter("a", () -> null));
		assertThat(reached).isEmpty();
		assertThat(entries()).containsExactly("a");
	}

	@Test
	void instanceThatMakesTheTablesWhileAnotherDoesSoFindsThem() throws Exception {
		JdbcTemplate jdbc = new JdbcTemplate(pool());
		jdbc.execute("CREATE SCHEMA first_start");
		try (HikariDataSource own = TestServers.pool(pool.getJdbcUrl() + "&currentSchema=first_start", "postgres");
				Connection other = own.getConnection()) {
			other.setAutoCommit(false);
			ScriptUtils.executeSqlScript(other,
					new ClassPathResource("io/github/leaderelection/jdbc/lease-postgresql.sql"));
			CompletableFuture<Boolean> start = CompletableFuture
				.supplyAsync(() -> new JdbcLeaseSchema(own, DatabaseInitializationMode.ALWAYS).make());
			Awaitility.await()
				.atMost(Duration.ofMinutes(1))
				.until(() -> jdbc.queryForObject("SELECT COUNT(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'",
						Long.class), (waiting) -> waiting > 0);
			other.commit();
			assertThat(start.join()).isTrue();
		}
	}

}
