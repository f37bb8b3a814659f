package io.github.leaderelection.jdbc;

import java.util.UUID;

import javax.sql.DataSource;

import com.zaxxer.hikari.HikariDataSource;
import io.github.leaderelection.internal.store.jdbc.TestServers;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

import org.springframework.dao.ConcurrencyFailureException;

/**
 * Tests for {@link JdbcFencingGuard} on H2.
 */
class H2FencingGuardTests extends AbstractJdbcFencingGuard {

	private static HikariDataSource database;

	@BeforeAll
	static void makeDatabase() {
		database = TestServers.pool("jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1;LOCK_TIMEOUT=30000", "sa");
		makeTables(database, FencingDialect.H2);
	}

	@AfterAll
	static void forgetDatabase() {
		database.close();
	}

	@Override
	DataSource dataSource() {
		return database;
	}

	@Override
	FencingDialect expectedDialect() {
		return FencingDialect.H2;
	}

	/** Who waits for a row that was not there before has no blocker, but is at it. */
	@Override
	String sessionsThatWait() {
		return "SELECT COUNT(*) FROM INFORMATION_SCHEMA.SESSIONS WHERE EXECUTING_STATEMENT LIKE 'MERGE%'";
	}

	@Override
	Class<? extends Throwable> refusalAtRepeatableRead() {
		return ConcurrencyFailureException.class;
	}

}
