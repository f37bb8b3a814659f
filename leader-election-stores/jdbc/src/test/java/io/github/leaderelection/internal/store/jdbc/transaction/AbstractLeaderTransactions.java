package io.github.leaderelection.internal.store.jdbc.transaction;

import java.sql.Connection;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import java.util.stream.Stream;

import javax.sql.DataSource;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.github.leaderelection.internal.gate.transaction.OwnTransactions;
import io.github.leaderelection.internal.gate.transaction.Work;
import io.github.leaderelection.internal.gate.method.LeaderTransactions;
import io.github.leaderelection.internal.store.jdbc.JdbcLeaseSchema;
import io.github.leaderelection.internal.store.jdbc.JdbcLeaseStore;
import io.github.leaderelection.spi.LeaseStore.Answer;
import io.github.leaderelection.spi.LeaseStore.Key;
import io.github.leaderelection.spring.NotLeaderException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.boot.sql.init.DatabaseInitializationMode;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.TransactionExecution;
import org.springframework.transaction.TransactionExecutionListener;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * What a transaction of the leader does on whatever database: alone, and in elections.
 */
abstract class AbstractLeaderTransactions extends AbstractTransactionalElection {

	private final Key key = new Key("transactions-" + UUID.randomUUID(), "default");

	/** Of one connection, so that the next one who asks gets the same. */
	private HikariDataSource one;

	private DataSource database;

	private JdbcLeaseStore store;

	private Leases leases;

	private JdbcTransactionManager manager;

	private LeaderTransactions transactions;

	private Work ofA;

	@BeforeEach
	void leadByA() {
		new JdbcLeaseSchema(pool(), DatabaseInitializationMode.ALWAYS).make();
		this.store = new JdbcLeaseStore(pool());
		this.leases = new Leases(this.store, this.key);
		begin(Connection.TRANSACTION_READ_COMMITTED);
		this.ofA = this.leases.taken("a");
	}

	@AfterEach
	void close() {
		this.store.close();
		this.one.close();
	}

	private void begin(int isolation) {
		HikariConfig config = new HikariConfig();
		pool().copyStateTo(config);
		config.setMaximumPoolSize(1);
		config.setTransactionIsolation(Integer.toString(isolation));
		this.one = new HikariDataSource(config);
		this.database = seen(this.one);
		this.manager = new JdbcTransactionManager(this.database);
		this.transactions = new OwnTransactions(() -> this.manager,
				new CommittingLeadershipCheck(this.database, this.key.cluster(), this.store));
		assertThat(this.transactions.obstacle()).isNull();
	}

	final void enter(String who, Callable<?> then) throws Exception {
		try {
			this.transactions.run(this.ofA, "Jobs.enter()", () -> {
				new JdbcTemplate(this.database).update("INSERT INTO entry (who) VALUES (?)", who);
				return then.call();
			});
		}
		catch (Exception | Error ex) {
			throw ex;
		}
		catch (Throwable ex) {
			throw new AssertionError(ex);
		}
	}

	final void betweenLockAndCommit(Consumer<TransactionExecution> action) {
		this.manager.addListener(new TransactionExecutionListener() {

			@Override
			public void beforeCommit(TransactionExecution transaction) {
				action.accept(transaction);
			}

		});
	}

	@Test
	void transactionCommitsWhileNobodyElseHasLed() throws Exception {
		enter("a", () -> this.leases.renew());
		enter("a", () -> this.leases.release());
		assertThat(entries()).containsExactly("a", "a");
	}

	@ParameterizedTest
	@ValueSource(ints = { Connection.TRANSACTION_READ_COMMITTED, Connection.TRANSACTION_REPEATABLE_READ })
	void transactionIsRolledBackIfAnotherLedMeanwhileAndDidNotDelayIt(int isolation) {
		this.one.close();
		begin(isolation);
		assertThatExceptionOfType(NotLeaderException.class).isThrownBy(() -> enter("a", () -> {
			// A snapshot shows from here on what is committed now.
			assertThat(reigns(this.database)).isPositive();
			this.leases.taken("b");
			return write("b");
		})).withMessageContaining("Jobs.enter() under fencing token " + this.ofA.fencingToken());
		assertThat(entries()).containsExactly("b");
	}

	@Test
	void transactionIsRolledBackIfTheRecordWasDeleted() {
		assertThatExceptionOfType(NotLeaderException.class)
			.isThrownBy(() -> enter("a",
					() -> new JdbcTemplate(pool()).update("DELETE FROM leader_election_reign WHERE cluster_name = ?",
							this.key.cluster())))
			.satisfies((ex) -> assertThat(ex.reason()).isEqualTo(NotLeaderException.Reason.REVOKED));
		assertThat(entries()).isEmpty();
	}

	@Test
	void transactionOfAnEarlierLeadershipOfTheSameNodeIsRolledBack() {
		this.leases.taken("a");
		assertThatExceptionOfType(NotLeaderException.class).isThrownBy(() -> enter("a", () -> null));
		assertThat(entries()).isEmpty();
	}

	@Test
	void renewalsAndReleasesDoNotWaitForATransactionThatCommits() throws Exception {
		betweenLockAndCommit((transaction) -> {
			assertThat(this.leases.renew()).isInstanceOf(Answer.Mine.class);
			assertThat(this.leases.release()).isInstanceOf(Answer.Mine.class);
		});
		enter("a", () -> null);
		assertThat(entries()).containsExactly("a");
	}

	@Test
	void takeWaitsFromTheCheckToTheCommit() throws Exception {
		betweenLockAndCommit((transaction) -> assertThat(this.leases.take("b")).isNotInstanceOf(Answer.Mine.class));
		enter("a", () -> null);
		assertThat(entries()).containsExactly("a");
		assertThat(this.leases.taken("b").fencingToken()).isGreaterThan(this.ofA.fencingToken());
	}

	static Stream<Consumer<Runnable>> lastActs() {
		return Stream.of((act) -> registered(new TransactionSynchronization() {

			@Override
			public void beforeCommit(boolean readOnly) {
				act.run();
			}

		}), (act) -> registered(new TransactionSynchronization() {

			@Override
			public void flush() {
				act.run();
			}

		}));
	}

	private static void registered(TransactionSynchronization synchronization) {
		TransactionSynchronizationManager.registerSynchronization(synchronization);
	}

	@ParameterizedTest
	@MethodSource("lastActs")
	void checkComesAfterAllThatIsDoneBeforeACommit(Consumer<Runnable> register) {
		assertThatExceptionOfType(NotLeaderException.class).isThrownBy(() -> enter("a", () -> {
			register.accept(() -> this.leases.taken("b"));
			return null;
		}));
		assertThat(entries()).isEmpty();
	}

	@Test
	void sessionIsAfterwardsAsItWasBefore() throws Exception {
		List<String> before = limits(this.database);
		List<String> between = new ArrayList<>();
		betweenLockAndCommit((transaction) -> between.addAll(limits(this.database)));
		enter("a", () -> null);
		assertThat(limits(this.database)).isEqualTo(before);
		assertThat(between).hasSameSizeAs(before)
			.allSatisfy((limit) -> assertThat(limit.replace("s", "")).isEqualTo(Integer.toString(Leases.LIMIT)));
		assertThatExceptionOfType(NotLeaderException.class).isThrownBy(() -> enter("a", () -> this.leases.taken("b")));
		assertThat(limits(this.database)).isEqualTo(before);
	}

}
