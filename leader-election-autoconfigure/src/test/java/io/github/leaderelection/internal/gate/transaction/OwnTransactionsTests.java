package io.github.leaderelection.internal.gate.transaction;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

import io.github.leaderelection.internal.gate.method.LeaderTransactions;
import io.github.leaderelection.internal.gate.method.LeaderTransactions.Obstacle;
import io.github.leaderelection.spring.LeadershipContext;
import io.github.leaderelection.spring.NotLeaderException;
import io.github.leaderelection.spring.NotLeaderException.Reason;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.core.Ordered;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.IllegalTransactionStateException;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.UnexpectedRollbackException;
import org.springframework.transaction.support.AbstractPlatformTransactionManager;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.transaction.support.TransactionTemplate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests for {@link OwnTransactions}, with a check that a test answers.
 */
class OwnTransactionsTests {

	private static final Work WORK = new Work("default", 7);

	private final DriverManagerDataSource database = new DriverManagerDataSource(
			"jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1", "sa", "");

	private final JdbcTemplate jdbc = new JdbcTemplate(this.database);

	private final JdbcTransactionManager manager = new JdbcTransactionManager(this.database);

	private final RecordedCheck check = new RecordedCheck();

	private final OwnTransactions transactions = new OwnTransactions(() -> this.manager, this.check);

	OwnTransactionsTests() {
		this.jdbc.execute("CREATE TABLE entry (who VARCHAR(20))");
		assertThat(this.transactions.obstacle()).isNull();
	}

	private Object run(LeadershipContext work, LeaderTransactions.Call then) throws Throwable {
		return this.transactions.run(work, "Jobs.enter()", () -> {
			this.jdbc.update("INSERT INTO entry (who) VALUES ('a')");
			return then.proceed();
		});
	}

	private int entries() {
		return this.jdbc.queryForObject("SELECT COUNT(*) FROM entry", Integer.class);
	}

	@Test
	void resultOfTheCallIsReturnedAfterTheCommit() throws Throwable {
		assertThat(run(WORK, () -> "done")).isEqualTo("done");
		assertThat(this.check.asked).containsExactly("begun", "settle", "confirm 7", "ended");
		assertThat(entries()).isEqualTo(1);
	}

	@Test
	void everyExceptionOfTheCallRollsBackAndIsThrownAsItIs() {
		for (Exception failure : List.of(new IllegalStateException(), new IOException())) {
			assertThatExceptionOfType(failure.getClass()).isThrownBy(() -> run(WORK, () -> {
				throw failure;
			})).isSameAs(failure);
		}
		assertThat(this.check.asked).containsExactly("begun", "begun");
		assertThat(entries()).isZero();
	}

	@Test
	void errorOfTheCheckRollsBackAndSaysThatNothingIsKnown() {
		this.check.failure = new DataAccessResourceFailureException("gone");
		assertThatExceptionOfType(NotLeaderException.class).isThrownBy(() -> run(WORK, () -> null))
			.withCause(this.check.failure)
			.withMessageContaining("could not confirm that it still leads group 'default'")
			.withMessageContaining("Jobs.enter() under fencing token 7 was rolled back")
			.satisfies((ex) -> assertThat(ex.reason()).isEqualTo(Reason.UNCONFIRMED));
		assertThat(this.check.asked).endsWith("confirm 7", "ended");
		assertThat(entries()).isZero();
	}

	@ParameterizedTest
	@ValueSource(booleans = { true, false })
	void callWithinATransactionIsRefused(boolean readOnly) {
		TransactionTemplate outer = new TransactionTemplate(this.manager);
		outer.setName("Outer.work");
		outer.setReadOnly(readOnly);
		assertThatExceptionOfType(IllegalTransactionStateException.class)
			.isThrownBy(() -> outer.executeWithoutResult((status) -> unchecked(() -> run(WORK, () -> null))))
			.withMessageContaining(readOnly ? "a read-only transaction" : "another transaction")
			.withMessageContaining("'Outer.work'")
			.withMessageContaining("leader-election.gate.advisor-order");
		assertThat(this.check.asked).isEmpty();
		assertThat(entries()).isZero();
	}

	@Test
	void callWithinOneUnderTheSameLeadershipIsPartOfIt() throws Throwable {
		run(WORK, () -> run(new Work("default", 7), () -> null));
		assertThat(this.check.asked).containsExactly("begun", "settle", "confirm 7", "ended");
		assertThat(entries()).isEqualTo(2);
	}

	@ParameterizedTest
	@ValueSource(booleans = { true, false })
	void callAfterTheCommitRunsInATransactionOfItsOwn(boolean completed) throws Throwable {
		List<Integer> seen = new ArrayList<>();
		LeaderTransactions.Call after = () -> run(WORK, () -> seen.add(entries()));
		run(WORK, () -> {
			TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {

				@Override
				public int getOrder() {
					return Ordered.HIGHEST_PRECEDENCE;
				}

				@Override
				public void afterCommit() {
					if (!completed) {
						unchecked(after);
						unchecked(after);
					}
				}

				@Override
				public void afterCompletion(int status) {
					if (completed) {
						unchecked(after);
						unchecked(after);
					}
				}

			});
			return null;
		});
		assertThat(this.check.asked.stream().filter("confirm 7"::equals)).hasSize(3);
		assertThat(this.check.asked).containsOnly("begun", "settle", "confirm 7", "ended").hasSize(12);
		assertThat(seen).containsExactly(2, 3);
		assertThat(entries()).isEqualTo(3);
		assertThat(TransactionSynchronizationManager.getResourceMap()).isEmpty();
	}

	@Test
	void failureOfACallAfterTheCommitRollsOnlyThatBack() throws Throwable {
		run(WORK, () -> {
			TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {

				@Override
				public void afterCommit() {
					OwnTransactionsTests.this.check.failure = new DataAccessResourceFailureException("gone");
					assertThatExceptionOfType(NotLeaderException.class)
						.isThrownBy(() -> OwnTransactionsTests.this.run(WORK, () -> null));
				}

			});
			return null;
		});
		assertThat(entries()).isEqualTo(1);
	}

	@Test
	void failureOfAPartFailsTheWhole() {
		assertThatExceptionOfType(UnexpectedRollbackException.class).isThrownBy(() -> run(WORK, () -> {
			assertThatExceptionOfType(IOException.class).isThrownBy(() -> run(WORK, () -> {
				throw new IOException();
			}));
			return null;
		}));
		assertThat(this.check.asked).containsExactly("begun");
		assertThat(entries()).isZero();
	}

	@Test
	void callWithinOneUnderAnotherLeadershipIsRefused() {
		for (Work other : List.of(new Work("default", 8), new Work("billing", 7))) {
			assertThatExceptionOfType(IllegalTransactionStateException.class)
				.isThrownBy(() -> run(WORK, () -> run(other, () -> null)));
		}
		assertThat(entries()).isZero();
	}

	@Test
	void callWithinATransactionThatHasSuspendedOneIsRefused() {
		TransactionTemplate apart = new TransactionTemplate(this.manager);
		apart.setPropagationBehavior(TransactionTemplate.PROPAGATION_REQUIRES_NEW);
		assertThatExceptionOfType(IllegalTransactionStateException.class).isThrownBy(() -> run(WORK, () -> {
			apart.executeWithoutResult((status) -> unchecked(() -> run(WORK, () -> null)));
			return null;
		}));
		assertThat(entries()).isZero();
	}

	@Test
	void whereNobodyIsElectedNothingIsAskedBeforeTheCommit() throws Throwable {
		run(null, () -> null);
		assertThat(this.check.asked).containsExactly("begun");
		assertThat(entries()).isEqualTo(1);
	}

	@Test
	void managerWithoutCallbacksIsRefused() {
		this.manager.setTransactionSynchronization(AbstractPlatformTransactionManager.SYNCHRONIZATION_NEVER);
		assertThatExceptionOfType(IllegalTransactionStateException.class).isThrownBy(() -> run(WORK, () -> null))
			.withMessageContaining("SYNCHRONIZATION_ALWAYS");
		assertThat(entries()).isZero();
	}

	@Test
	void withoutAManagerNothingRuns() {
		assertThat(new OwnTransactions(() -> null, this.check).obstacle()).extracting(Obstacle::problem)
			.asString()
			.contains("no PlatformTransactionManager");
	}

	private static void unchecked(LeaderTransactions.Call call) {
		try {
			call.proceed();
		}
		catch (RuntimeException | Error ex) {
			throw ex;
		}
		catch (Throwable ex) {
			throw new IllegalArgumentException(ex);
		}
	}

	private static final class RecordedCheck implements CommitCheck {

		private final List<String> asked = new ArrayList<>();

		private RuntimeException failure;

		@Override
		public Obstacle obstacle(PlatformTransactionManager manager) {
			return null;
		}

		@Override
		public void begun(String operation) {
			this.asked.add("begun");
		}

		@Override
		public void settle() {
			this.asked.add("settle");
		}

		@Override
		public boolean confirm(LeadershipContext work) {
			this.asked.add("confirm " + work.fencingToken());
			if (this.failure != null) {
				throw this.failure;
			}
			return true;
		}

		@Override
		public void ended() {
			this.asked.add("ended");
		}

	}

}
