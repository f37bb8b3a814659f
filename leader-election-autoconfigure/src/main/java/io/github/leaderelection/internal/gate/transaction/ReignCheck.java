package io.github.leaderelection.internal.gate.transaction;

import java.sql.Connection;

import javax.sql.DataSource;

import io.github.leaderelection.internal.gate.method.LeaderTransactions.Obstacle;
import io.github.leaderelection.internal.store.jdbc.ReignLock;
import io.github.leaderelection.spi.LeaseStore.Key;
import io.github.leaderelection.spring.LeadershipContext;
import org.jspecify.annotations.Nullable;

import org.springframework.jdbc.core.ConnectionCallback;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.IllegalTransactionStateException;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * Locks the row that says who leads. A later leadership changes that row first, so it
 * waits for the end of the transaction.
 */
public final class ReignCheck implements CommitCheck {

	private final DataSource dataSource;

	private final String cluster;

	private final ReignLock lock;

	private final JdbcTemplate jdbc;

	/**
	 * Creates a check.
	 * @param dataSource the store's
	 * @param cluster the name of the cluster
	 * @param lock the store's
	 */
	public ReignCheck(DataSource dataSource, String cluster, ReignLock lock) {
		this.dataSource = ManagedDataSource.target(dataSource);
		this.cluster = cluster;
		this.lock = lock;
		this.jdbc = new JdbcTemplate(this.dataSource);
	}

	@Override
	public @Nullable Obstacle obstacle(PlatformTransactionManager manager) {
		String name = manager.getClass().getName();
		if (ManagedDataSource.isDistributed(manager)) {
			return new Obstacle(
					"has transactional = true, but the transactions of " + name
							+ " are distributed: nothing can be checked between the two phases of their commit",
					"Use a JdbcTransactionManager or JpaTransactionManager of the DataSource that keeps the lease, or "
							+ "omit transactional = true and guard the writes by their fencing token");
		}
		DataSource managed = ManagedDataSource.of(manager);
		if (managed != this.dataSource) {
			return new Obstacle(
					"has transactional = true, but the transactions of " + name + " are those of "
							+ ((managed != null) ? "another DataSource (" + managed + ")"
									: "no DataSource that it names")
							+ ", and the lease is kept in " + this.dataSource
							+ ": they cannot find out at their commit who leads",
					"Make the transaction manager of the DataSource that keeps the lease the @Primary one");
		}
		return null;
	}

	@Override
	public void begun(String operation) {
		if (!TransactionSynchronizationManager.hasResource(this.dataSource)) {
			throw new IllegalTransactionStateException(operation + " was not run: its transaction has no connection of "
					+ this.dataSource + ", which keeps the lease. With JPA, let the JpaTransactionManager know that "
					+ "DataSource and a JpaDialect that shows its connection");
		}
		if (Boolean.TRUE.equals(this.jdbc.execute((ConnectionCallback<Boolean>) Connection::isReadOnly))) {
			throw new IllegalTransactionStateException(operation + " was not run: the connections of " + this.dataSource
					+ " are read-only, and what only reads needs no transaction of the leader. Let the pool give "
					+ "connections that write");
		}
	}

	@Override
	public void settle() {
		this.lock.settle(this.jdbc);
	}

	@Override
	public boolean confirm(LeadershipContext work) {
		return this.lock.isTaken(this.jdbc, new Key(this.cluster, work.group()), work.fencingToken());
	}

	@Override
	public void ended() {
		if (TransactionSynchronizationManager.hasResource(this.dataSource)) {
			this.lock.restore(this.jdbc);
		}
	}

}
