package io.github.leaderelection.jdbc;

import java.util.UUID;

import javax.sql.DataSource;

import org.springframework.dao.ConcurrencyFailureException;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

/**
 * Tests for {@link JdbcFencingGuard} on H2.
 */
class H2FencingGuardTests extends AbstractJdbcFencingGuard {

	private final DataSource database = new DriverManagerDataSource(
			"jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1;LOCK_TIMEOUT=30000");

	@Override
	DataSource dataSource() {
		return this.database;
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
