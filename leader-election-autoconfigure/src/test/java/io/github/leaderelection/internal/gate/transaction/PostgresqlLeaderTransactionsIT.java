package io.github.leaderelection.internal.gate.transaction;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

import javax.sql.DataSource;

import com.zaxxer.hikari.HikariDataSource;
import io.github.leaderelection.internal.store.jdbc.TestServers;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

import org.springframework.dao.DuplicateKeyException;
import org.springframework.jdbc.core.JdbcTemplate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests for {@link OwnTransactions} on a PostgreSQL server.
 */
class PostgresqlLeaderTransactionsIT extends AbstractLeaderTransactions {

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

}
