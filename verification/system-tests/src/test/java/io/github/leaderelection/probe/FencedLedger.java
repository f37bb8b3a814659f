package io.github.leaderelection.probe;

import io.github.leaderelection.fencing.FencingGuard;

import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Two tables that leaders write to: one behind a guard, and one that believes them.
 */
final class FencedLedger {

	private final FencingGuard guard;

	private final JdbcTemplate database;

	private final TransactionTemplate transaction;

	private final TransactionTemplate another;

	FencedLedger(FencingGuard guard, JdbcTemplate database, PlatformTransactionManager transactions) {
		this.guard = guard;
		this.database = database;
		this.transaction = new TransactionTemplate(transactions);
		this.another = new TransactionTemplate(transactions);
		this.another.setPropagationBehavior(TransactionDefinition.PROPAGATION_REQUIRES_NEW);
	}

	/**
	 * Writes to both.
	 * @param token the token under which it is written
	 * @param meanwhile what is done in the midst of it, after the transaction began
	 */
	void write(long token, Runnable meanwhile) {
		this.transaction.executeWithoutResult((status) -> {
			this.database.queryForObject("select count(*) from fenced_entry", Long.class);
			meanwhile.run();
			this.another.executeWithoutResult((nested) -> enter("believing_entry", token));
			this.guard.check("fenced_entry", token);
			enter("fenced_entry", token);
		});
	}

	private void enter(String table, long token) {
		this.database.update("insert into " + table + " (token) values (?)", token);
	}

}
