package io.github.leaderelection.jdbc;

import java.util.List;

import javax.sql.DataSource;

import io.github.leaderelection.LeaderSequenceNumber;
import org.junit.jupiter.api.BeforeEach;

import org.springframework.core.io.ClassPathResource;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.jdbc.datasource.init.ResourceDatabasePopulator;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * A ledger in a database that leaders write to behind a {@link JdbcFencingGuard}.
 */
abstract class AbstractFencedLedger {

	static final long SECONDS = 30;

	JdbcTemplate jdbc;

	TransactionTemplate transaction;

	JdbcFencingGuard guard;

	abstract DataSource dataSource();

	abstract FencingDialect expectedDialect();

	static void makeTables(DataSource database, FencingDialect dialect) {
		ResourceDatabasePopulator schema = new ResourceDatabasePopulator(
				new ClassPathResource(dialect.schemaLocation()));
		schema.execute(database);
		// instances that start together all run their migrations
		schema.execute(database);
		new JdbcTemplate(database).execute("CREATE TABLE ledger (entry BIGINT NOT NULL, token BIGINT NOT NULL)");
	}

	@BeforeEach
	void emptyTables() {
		DataSource database = dataSource();
		this.jdbc = new JdbcTemplate(database);
		this.transaction = new TransactionTemplate(new DataSourceTransactionManager(database));
		this.transaction.setIsolationLevel(TransactionDefinition.ISOLATION_READ_COMMITTED);
		this.guard = new JdbcFencingGuard(this.jdbc);
		this.jdbc.execute("DELETE FROM leader_election_fencing");
		this.jdbc.execute("DELETE FROM ledger");
	}

	void write(long token) {
		this.transaction.executeWithoutResult((status) -> {
			this.guard.check("ledger", token);
			enter(token);
		});
	}

	/** Owners under one leader write their counters. */
	void writeAsOwner(long counter) {
		this.transaction.executeWithoutResult((status) -> {
			this.guard.check("ledger", owner(counter));
			enter(counter);
		});
	}

	static LeaderSequenceNumber owner(long counter) {
		return new LeaderSequenceNumber(14, counter);
	}

	/** Entries are numbered as the lock lets them be made. */
	void enter(long token) {
		this.jdbc.update("INSERT INTO ledger (entry, token) SELECT COALESCE(MAX(entry), 0) + 1, ? FROM ledger", token);
	}

	List<Long> ledger() {
		return this.jdbc.queryForList("SELECT token FROM ledger ORDER BY entry", Long.class);
	}

	void check(String resource, long token) {
		this.transaction.executeWithoutResult((status) -> this.guard.check(resource, token));
	}

	void check(String resource, LeaderSequenceNumber token) {
		this.transaction.executeWithoutResult((status) -> this.guard.check(resource, token));
	}

	boolean passesInTransaction(long token, long counter) {
		return Boolean.TRUE.equals(this.transaction.execute((status) -> passes(token, counter)));
	}

	boolean passes(long token, long counter) {
		return this.guard.passes("ledger", new LeaderSequenceNumber(token, counter));
	}

}
