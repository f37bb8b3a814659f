package io.github.leaderelection.jdbc;

import java.util.Random;

import io.github.leaderelection.LeaderSequenceNumber;
import io.github.leaderelection.fencing.FencingGuard;
import io.github.leaderelection.fencing.InMemoryFencingGuard;
import io.github.leaderelection.fencing.SequenceGate;
import io.github.leaderelection.fencing.StaleTokenException;
import org.junit.jupiter.api.Test;

import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.springframework.transaction.support.TransactionTemplate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/**
 * What a {@link JdbcFencingGuard} does on whatever database.
 */
abstract class AbstractJdbcFencingGuard extends AbstractFencingRaces {

	@Test
	void databaseAndTableAreRecognized() {
		assertThat(this.guard.dialect()).isEqualTo(expectedDialect());
		assertThatCode(this.guard::verify).doesNotThrowAnyException();
		JdbcFencingGuard elsewhere = new JdbcFencingGuard(this.jdbc,
				JdbcFencingOptions.defaults().withTable("nowhere"));
		assertThatThrownBy(elsewhere::verify).hasMessageContaining("nowhere");
	}

	@Test
	void newLeaderPassesAndTheOldOneIsRefused() {
		assertThat(this.guard.highest("ledger")).isEmpty();
		write(14);
		write(14);
		write(15);
		assertThatExceptionOfType(StaleTokenException.class).isThrownBy(() -> write(14))
			.satisfies((ex) -> assertThat(ex.token()).isEqualTo(14))
			.satisfies((ex) -> assertThat(ex.highest()).isEqualTo(15));
		write(15);
		write(17);
		assertThat(ledger()).containsExactly(14L, 14L, 15L, 15L, 17L);
		assertThat(this.guard.highest("ledger")).hasValue(17);
		assertThat(this.guard.tally().admitted()).isEqualTo(5);
		assertThat(this.guard.tally().refused()).isEqualTo(1);
	}

	@Test
	void nextOwnerUnderTheSameLeaderPassesAndTheFormerOneIsRefused() {
		writeAsOwner(3);
		writeAsOwner(3);
		writeAsOwner(7);
		assertThatExceptionOfType(StaleTokenException.class).isThrownBy(() -> writeAsOwner(3))
			.withMessageContainingAll("(14, 3)", "(14, 7)", "'ledger'")
			.satisfies((ex) -> assertThat(ex.token()).isEqualTo(14))
			.satisfies((ex) -> assertThat(ex.highest()).isEqualTo(14));
		writeAsOwner(7);
		assertThat(ledger()).containsExactly(3L, 3L, 7L, 7L);
		check("ledger", new LeaderSequenceNumber(15, 1));
		assertThatExceptionOfType(StaleTokenException.class).isThrownBy(() -> writeAsOwner(9))
			.withMessageContainingAll("(14, 9)", "(15, 1)");
		assertThat(this.guard.highest("ledger")).hasValue(15);
		assertThat(this.guard.tally().admitted()).isEqualTo(5);
		assertThat(this.guard.tally().refused()).isEqualTo(2);
	}

	@Test
	void tokenAloneNeverLowersThePair() {
		check("ledger", owner(7));
		check("ledger", 14);
		assertThatExceptionOfType(StaleTokenException.class).isThrownBy(() -> writeAsOwner(6))
			.withMessageContainingAll("(14, 6)", "(14, 7)");
		check("ledger", 15);
		assertThatExceptionOfType(StaleTokenException.class).isThrownBy(() -> writeAsOwner(8))
			.withMessageContainingAll("(14, 8)", "(15, 0)");
		check("ledger", new LeaderSequenceNumber(15, 1));
		assertThatExceptionOfType(StaleTokenException.class).isThrownBy(() -> check("ledger", 14));
		assertThat(this.guard.last("ledger")).hasValue(new LeaderSequenceNumber(15, 1));
	}

	/** A stream's numbers are pairs too. */
	@Test
	void ofMixedWritersThoseInMemoryAndInADatabaseAreTreatedAlike() {
		InMemoryFencingGuard model = new InMemoryFencingGuard();
		Random random = new Random(1);
		LeaderSequenceNumber last = new LeaderSequenceNumber(1, 1);
		for (int i = 0; i < 300; i++) {
			LeaderSequenceNumber number = new LeaderSequenceNumber(1 + i / 20 + random.nextInt(3),
					1 + random.nextInt(4));
			int kind = random.nextInt(3);
			boolean admitted = Boolean.TRUE
				.equals(this.transaction.execute((status) -> isAdmitted(this.guard, this.guard, kind, number)));
			assertThat(admitted).as("%s of kind %d, step %d", number, kind, i)
				.isEqualTo(isAdmitted(model, model, kind, number));
			assertThat(this.guard.highest("ledger")).isEqualTo(model.highest("ledger"));
			assertThat(this.guard.last("ledger")).isEqualTo(model.last("ledger"));
			if (this.guard.last("ledger").isPresent()) {
				LeaderSequenceNumber mark = this.guard.last("ledger").get();
				assertThat(mark).isGreaterThanOrEqualTo(last);
				last = mark;
			}
		}
		assertThat(this.guard.tally().admitted()).isEqualTo(model.tally().admitted()).isGreaterThan(50);
		assertThat(this.guard.tally().refused()).isEqualTo(model.tally().refused()).isGreaterThan(50);
	}

	private static boolean isAdmitted(FencingGuard guard, SequenceGate gate, int kind, LeaderSequenceNumber number) {
		try {
			switch (kind) {
				case 0 -> guard.check("ledger", number.fencingToken());
				case 1 -> guard.check("ledger", number);
				default -> {
					return gate.passes("ledger", number);
				}
			}
			return true;
		}
		catch (StaleTokenException ex) {
			return false;
		}
	}

	@Test
	void eachResourceHasItsOwnToken() {
		check("ledger", 15);
		check("Ledger", 3);
		check("mail", 4);
		assertThat(this.guard.highest("ledger")).hasValue(15);
		assertThat(this.guard.highest("Ledger")).hasValue(3);
		assertThat(this.guard.highest("mail")).hasValue(4);
	}

	@Test
	void markAndWriteCommitTogetherOrNotAtAll() {
		write(14);
		this.transaction.executeWithoutResult((status) -> {
			this.guard.check("ledger", 15);
			enter(15);
			status.setRollbackOnly();
		});
		assertThat(this.guard.highest("ledger")).hasValue(14);
		assertThatExceptionOfType(StaleTokenException.class)
			.isThrownBy(() -> this.transaction.executeWithoutResult((status) -> {
				enter(13);
				this.guard.check("ledger", 13);
			}));
		assertThat(ledger()).containsExactly(14L);
	}

	@Test
	void checkOutsideOfATransactionIsRefusedUnlessWanted() {
		assertThatIllegalStateException().isThrownBy(() -> this.guard.check("ledger", 14))
			.withMessageContaining("@Transactional");
		assertThatIllegalStateException().isThrownBy(() -> this.guard.check("ledger", owner(1)))
			.withMessageContaining("@Transactional");
		assertThatIllegalStateException().isThrownBy(() -> passes(14, 1));
		assertThat(this.guard.highest("ledger")).isEmpty();
		JdbcFencingGuard loose = new JdbcFencingGuard(this.jdbc, JdbcFencingOptions.defaults().withoutTransaction());
		loose.check("ledger", 14);
		assertThatExceptionOfType(StaleTokenException.class).isThrownBy(() -> loose.check("ledger", 13));
		assertThat(this.guard.highest("ledger")).hasValue(14);
	}

	@Test
	void transactionOfAnotherDatabaseIsNone() {
		TransactionTemplate other = new TransactionTemplate(
				new DataSourceTransactionManager(new DriverManagerDataSource("jdbc:h2:mem:other")));
		assertThatIllegalStateException()
			.isThrownBy(() -> other.executeWithoutResult((status) -> this.guard.check("ledger", 14)));
		assertThat(this.guard.highest("ledger")).isEmpty();
	}

	@Test
	void nonsenseIsRefused() {
		assertThatIllegalArgumentException().isThrownBy(() -> check("ledger", 0));
		assertThatIllegalArgumentException().isThrownBy(() -> check("", 1));
		assertThatIllegalArgumentException().isThrownBy(() -> check("x".repeat(256), 1)).withMessageContaining("256");
		assertThatIllegalArgumentException().isThrownBy(() -> check("", owner(1)));
		check("x".repeat(255), 1);
	}

	@Test
	void messagePassesOnceAndInOrder() {
		assertThat(passesInTransaction(14, 1)).isTrue();
		assertThat(passesInTransaction(14, 1)).isFalse();
		assertThat(passesInTransaction(14, 4)).isTrue();
		assertThat(passesInTransaction(14, 3)).isFalse();
		assertThat(passesInTransaction(15, 1)).isTrue();
		assertThat(passesInTransaction(14, 5)).isFalse();
		assertThat(this.guard.last("ledger")).hasValue(new LeaderSequenceNumber(15, 1));
		assertThat(this.guard.last("mail")).isEmpty();
		assertThat(this.guard.tally().admitted()).isEqualTo(3);
		assertThat(this.guard.tally().refused()).isEqualTo(3);
	}

	@Test
	void tokenThatWasCheckedFencesTheStreamToo() {
		assertThat(passesInTransaction(14, 7)).isTrue();
		check("ledger", 14);
		assertThat(passesInTransaction(14, 7)).isFalse();
		assertThat(passesInTransaction(14, 8)).isTrue();
		check("ledger", 15);
		assertThat(this.guard.last("ledger")).isEmpty();
		assertThat(passesInTransaction(14, 9)).isFalse();
		assertThatExceptionOfType(StaleTokenException.class).isThrownBy(() -> check("ledger", 14));
		assertThat(passesInTransaction(15, 1)).isTrue();
	}

	@Test
	void markAtRestIsNeverNegative() {
		check("ledger", 14);
		check("ledger", 14);
		passesInTransaction(14, 3);
		check("ledger", 14);
		assertThat(this.jdbc.queryForObject("SELECT counter FROM leader_election_fencing", Long.class)).isEqualTo(3);
		check("ledger", owner(3));
		assertThat(this.jdbc.queryForObject("SELECT counter FROM leader_election_fencing", Long.class)).isEqualTo(3);
		check("ledger", 15);
		assertThat(this.jdbc.queryForObject("SELECT counter FROM leader_election_fencing", Long.class)).isZero();
		passesInTransaction(16, 2);
		passesInTransaction(15, 9);
		assertThat(this.guard.last("ledger")).hasValue(new LeaderSequenceNumber(16, 2));
		assertThat(this.jdbc.queryForObject("SELECT COUNT(*) FROM leader_election_fencing WHERE updated_at IS NOT NULL",
				Long.class))
			.isEqualTo(1);
	}

}
