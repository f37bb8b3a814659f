package io.github.leaderelection.internal.store.jdbc.transaction;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.UUID;

import javax.sql.DataSource;

import io.github.leaderelection.internal.gate.method.LeaderTransactions.Obstacle;
import io.github.leaderelection.internal.store.jdbc.JdbcLeaseSchema;
import io.github.leaderelection.internal.store.jdbc.JdbcLeaseStore;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.mockito.Mockito;

import org.springframework.boot.sql.init.DatabaseInitializationMode;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.springframework.jdbc.datasource.TransactionAwareDataSourceProxy;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.IllegalTransactionStateException;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.jta.JtaTransactionManager;
import org.springframework.transaction.support.AbstractPlatformTransactionManager;
import org.springframework.transaction.support.DefaultTransactionStatus;
import org.springframework.transaction.support.TransactionTemplate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests for {@link CommittingLeadershipCheck}.
 */
class CommittingLeadershipCheckTests {

	private final DataSource database = database();

	private final JdbcLeaseStore store = new JdbcLeaseStore(this.database);

	private final CommittingLeadershipCheck check = new CommittingLeadershipCheck(this.database, "orders", this.store);

	private static DriverManagerDataSource database() {
		return new DriverManagerDataSource("jdbc:h2:mem:" + UUID.randomUUID(), "sa", "");
	}

	@AfterEach
	void close() {
		this.store.close();
	}

	@Test
	void managerOfTheDataSourceIsKnownByWhatItShows() {
		assertThat(this.check.obstacle(new JdbcTransactionManager(this.database))).isNull();
		assertThat(this.check.obstacle(new Showing(this.database))).isNull();
		CommittingLeadershipCheck ofProxy = new CommittingLeadershipCheck(
				new TransactionAwareDataSourceProxy(this.database), "orders", this.store);
		assertThat(ofProxy.obstacle(new JdbcTransactionManager(this.database))).isNull();
	}

	@Test
	void managerOfAnotherDataSourceIsAnObstacle() {
		DataSource other = database();
		for (PlatformTransactionManager manager : new PlatformTransactionManager[] { new JdbcTransactionManager(other),
				new Showing(other) }) {
			Obstacle obstacle = this.check.obstacle(manager);
			assertThat(obstacle).isNotNull();
			assertThat(obstacle.problem()).contains(manager.getClass().getName(), "another DataSource",
					other.toString());
			assertThat(obstacle.remedy()).contains("@Primary");
		}
		assertThat(this.check.obstacle(new Showing(null)).problem()).contains("no DataSource that it names");
	}

	@Test
	void leaseInAnotherDatabaseIsAnObstacle() throws SQLException {
		DriverManagerDataSource database = database();
		try (Connection open = this.database.getConnection(); Connection other = database.getConnection()) {
			assertThat(open.isValid(1) && other.isValid(1)).isTrue();
			DriverManagerDataSource pool = new DriverManagerDataSource(database.getUrl(), "sa", "");
			List.of(this.database, database)
				.forEach((each) -> new JdbcLeaseSchema(each, DatabaseInitializationMode.ALWAYS).make());
			CommittingLeadershipCheck same = new CommittingLeadershipCheck(pool, "orders",
					new JdbcLeaseStore(database));
			assertThat(same.obstacle(new JdbcTransactionManager(pool))).isNull();
			CommittingLeadershipCheck another = new CommittingLeadershipCheck(pool, "orders", this.store);
			Obstacle obstacle = another.obstacle(new JdbcTransactionManager(pool));
			assertThat(obstacle).isNotNull();
			assertThat(obstacle.problem()).contains(pool.toString(), this.database.toString(), "is not seen through");
			assertThat(obstacle.remedy()).contains("@LeaderElectionDataSource", "leader-election.jdbc.schema");
		}
	}

	@Test
	void transactionIsRefusedAsLongAsNobodyKnowsThatItReadsTheRecord() {
		DataSource away = new DriverManagerDataSource("jdbc:h2:mem:" + UUID.randomUUID() + ";IFEXISTS=TRUE", "sa", "");
		CommittingLeadershipCheck unknown = new CommittingLeadershipCheck(this.database, "orders",
				new JdbcLeaseStore(away));
		JdbcTransactionManager manager = new JdbcTransactionManager(this.database);
		assertThat(unknown.obstacle(manager)).as("a database that may yet come").isNull();
		assertThatExceptionOfType(IllegalTransactionStateException.class).isThrownBy(
				() -> new TransactionTemplate(manager).executeWithoutResult((status) -> unknown.begun("Jobs.enter()")))
			.withMessageContaining("Jobs.enter() was not run")
			.withMessageContaining("is not seen through");
	}

	@Test
	void distributedTransactionsAreAnObstacle() {
		assertThat(this.check.obstacle(new JtaTransactionManager()).problem())
			.contains(JtaTransactionManager.class.getName(), "distributed");
	}

	@Test
	void transactionThatDoesNotShowItsConnectionIsRefused() {
		TransactionTemplate transaction = new TransactionTemplate(new Showing(this.database));
		assertThatExceptionOfType(IllegalTransactionStateException.class)
			.isThrownBy(() -> transaction.executeWithoutResult((status) -> this.check.begun("Jobs.enter()")))
			.withMessageContaining("Jobs.enter() was not run")
			.withMessageContaining("JpaDialect");
	}

	@Test
	void transactionOnAReadOnlyConnectionIsRefused() throws SQLException {
		Connection connection = Mockito.mock(Connection.class);
		Mockito.when(connection.isReadOnly()).thenReturn(true);
		DataSource readOnly = Mockito.mock(DataSource.class);
		Mockito.when(readOnly.getConnection()).thenReturn(connection);
		CommittingLeadershipCheck ofReadOnly = new CommittingLeadershipCheck(readOnly, "orders",
				new JdbcLeaseStore(readOnly));
		TransactionTemplate transaction = new TransactionTemplate(new JdbcTransactionManager(readOnly));
		assertThatExceptionOfType(IllegalTransactionStateException.class)
			.isThrownBy(() -> transaction.executeWithoutResult((status) -> ofReadOnly.begun("Jobs.enter()")))
			.withMessageContaining("Jobs.enter() was not run")
			.withMessageContaining("read-only");
		Mockito.verify(connection).rollback();
	}

	/**
	 * A manager as that of JPA is: its resource is another, and it shows the database.
	 */
	static final class Showing extends AbstractPlatformTransactionManager {

		private static final long serialVersionUID = 1L;

		private final transient DataSource dataSource;

		Showing(DataSource dataSource) {
			this.dataSource = dataSource;
		}

		public DataSource getDataSource() {
			return this.dataSource;
		}

		@Override
		protected Object doGetTransaction() {
			return this;
		}

		@Override
		protected void doBegin(Object transaction, TransactionDefinition definition) {
			// Nothing is bound.
		}

		@Override
		protected void doCommit(DefaultTransactionStatus status) {
			throw new UnsupportedOperationException();
		}

		@Override
		protected void doRollback(DefaultTransactionStatus status) {
			// Nothing was bound.
		}

	}

}
