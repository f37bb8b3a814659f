package io.github.leaderelection.internal.store.jdbc.transaction;

import java.sql.Connection;

import javax.sql.DataSource;

import io.github.leaderelection.internal.gate.method.LeaderTransactions.Obstacle;
import io.github.leaderelection.internal.gate.transaction.CommitCheck;
import io.github.leaderelection.internal.store.jdbc.JdbcLeaseStore;
import io.github.leaderelection.internal.store.jdbc.LeadershipLock;
import io.github.leaderelection.spi.LeaseStore.Key;
import io.github.leaderelection.spring.LeadershipContext;
import org.jspecify.annotations.Nullable;

import org.springframework.jdbc.core.ConnectionCallback;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.IllegalTransactionStateException;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * Locks the row that names the leader. A later leadership changes that row first, so it
 * waits for the end of the transaction.
 */
public final class CommittingLeadershipCheck implements CommitCheck {

	private final DataSource dataSource;

	private final JdbcLeaseStore store;

	private final String cluster;

	private final LeadershipLock lock;

	private final JdbcTemplate jdbc;

	/** Whether the store and the transactions are known to use the same tables. */
	private volatile boolean isSame;

	/**
	 * Creates a check.
	 * @param store the store of the lease, possibly with another DataSource
	 */
	public CommittingLeadershipCheck(DataSource dataSource, String cluster, JdbcLeaseStore store) {
		this.dataSource = ManagedDataSource.target(dataSource);
		this.store = store;
		this.cluster = cluster;
		this.lock = store.reignLock();
		this.jdbc = new JdbcTemplate(this.dataSource);
		this.isSame = ManagedDataSource.target(store.dataSource()) == this.dataSource;
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
		return Boolean.FALSE.equals(isSame())
				? new Obstacle("has transactional = true, but " + notSeen() + ": they lead to different tables",
						"Let the @LeaderElectionDataSource lead to the database of the transactions, set "
								+ "leader-election.jdbc.schema, or omit transactional = true and guard the writes by "
								+ "their fencing token")
				: null;
	}

	/**
	 * Whether the tables are the same; null, and retried, if the database does not
	 * answer.
	 */
	private @Nullable Boolean isSame() {
		Boolean same = this.isSame ? Boolean.TRUE : this.store.isSeenThrough(this.jdbc);
		this.isSame = Boolean.TRUE.equals(same);
		return same;
	}

	private String notSeen() {
		return "what the store of the lease writes through " + this.store.dataSource() + " is not seen through "
				+ this.dataSource;
	}

	@Override
	public void begun(String operation) {
		if (!Boolean.TRUE.equals(isSame())) {
			throw new IllegalTransactionStateException(operation + " was not run: " + notSeen());
		}
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
