package io.github.leaderelection.internal.store.jdbc.transaction;

import java.util.List;

import javax.sql.DataSource;

import com.zaxxer.hikari.HikariDataSource;
import io.github.leaderelection.internal.store.jdbc.TestServers;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/**
 * Tests for {@link OwnTransactions} on H2 in memory.
 */
class H2LeaderTransactionsTests extends AbstractLeaderTransactions {

	private static HikariDataSource pool;

	@BeforeAll
	static void makeDatabase() {
		pool = TestServers.pool("jdbc:h2:mem:leader-transactions;DB_CLOSE_DELAY=-1", "sa");
	}

	@AfterAll
	static void closeDatabase() {
		pool.close();
	}

	@Override
	HikariDataSource pool() {
		return pool;
	}

	@Override
	List<String> limits(DataSource database) {
		return List.of();
	}

}
