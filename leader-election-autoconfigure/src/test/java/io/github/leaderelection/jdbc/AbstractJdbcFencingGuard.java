package io.github.leaderelection.jdbc;

import java.util.List;
import java.util.OptionalLong;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

import javax.sql.DataSource;

import io.github.leaderelection.LeaderSequenceNumber;
import io.github.leaderelection.fencing.StaleTokenException;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import org.springframework.core.io.ClassPathResource;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.springframework.jdbc.datasource.init.ResourceDatabasePopulator;
import org.springframework.transaction.TransactionDefinition;
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
abstract class AbstractJdbcFencingGuard {

	private static final long SECONDS = 30;

	private final ExecutorService pool = Executors.newCachedThreadPool();

	private JdbcTemplate jdbc;

	private TransactionTemplate transaction;

	private JdbcFencingGuard guard;

	abstract DataSource dataSource();

	abstract FencingDialect expectedDialect();

	/** How many sessions wait for a lock, as the database itself says. */
	abstract String sessionsThatWait();

	/**
	 * What becomes of a stale token in a transaction that began before a newer one came.
	 */
	abstract Class<? extends Throwable> refusalAtRepeatableRead();

	static void makeTables(DataSource database, FencingDialect dialect) {
		new ResourceDatabasePopulator(new ClassPathResource(dialect.schemaLocation())).execute(database);
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

	@AfterEach
	void stop() {
		this.pool.shutdownNow();
	}

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
		check("ledger", 15);
		assertThat(this.jdbc.queryForObject("SELECT counter FROM leader_election_fencing", Long.class)).isZero();
		passesInTransaction(16, 2);
		passesInTransaction(15, 9);
		assertThat(this.guard.last("ledger")).hasValue(new LeaderSequenceNumber(16, 2));
		assertThat(this.jdbc.queryForObject("SELECT COUNT(*) FROM leader_election_fencing WHERE updated_at IS NOT NULL",
				Long.class))
			.isEqualTo(1);
	}

	@Test
	void oldLeaderThatWaitsForTheNewOneIsRefusedWhenThatCommits() throws Exception {
		write(10);
		assertThatThrownBy(() -> whileAnotherWaits(15, 14, true)).hasCauseInstanceOf(StaleTokenException.class);
		assertThat(ledger()).containsExactly(10L, 15L);
	}

	@Test
	void oldLeaderThatWaitsForTheNewOnePassesWhenThatRollsBack() throws Exception {
		write(10);
		whileAnotherWaits(15, 14, false);
		assertThat(ledger()).containsExactly(10L, 14L);
		assertThat(this.guard.highest("ledger")).hasValue(14);
	}

	@Test
	void newLeaderWaitsForTheTransactionOfTheOldOneAndComesAfterIt() throws Exception {
		write(10);
		whileAnotherWaits(14, 15, true);
		assertThat(ledger()).containsExactly(10L, 14L, 15L);
	}

	@Test
	void ofTwoWhoUseAResourceFirstTheOldOneIsRefused() throws Exception {
		assertThatThrownBy(() -> whileAnotherWaits(15, 14, true)).hasCauseInstanceOf(StaleTokenException.class);
		assertThat(ledger()).containsExactly(15L);
	}

	@Test
	void ofTwoWhoUseAResourceFirstBothPassInOrder() throws Exception {
		whileAnotherWaits(14, 15, true);
		assertThat(ledger()).containsExactly(14L, 15L);
	}

	@Test
	void firstUseThatIsRolledBackLeavesNothing() throws Exception {
		whileAnotherWaits(15, 14, false);
		assertThat(ledger()).containsExactly(14L);
		assertThat(this.guard.highest("ledger")).hasValue(14);
	}

	@Test
	void staleTokenDoesNotPassAtRepeatableRead() {
		write(14);
		TransactionTemplate repeatable = new TransactionTemplate(this.transaction.getTransactionManager());
		repeatable.setIsolationLevel(TransactionDefinition.ISOLATION_REPEATABLE_READ);
		assertThatExceptionOfType(refusalAtRepeatableRead())
			.isThrownBy(() -> repeatable.executeWithoutResult((status) -> {
				assertThat(this.guard.highest("ledger")).hasValue(14);
				inAnotherThread(() -> write(15));
				this.guard.check("ledger", 14);
				enter(14);
			}))
			.satisfies((ex) -> assertThat(ex).message()
				.containsAnyOf("15", "serialize", "deadlock", "concurrent", "Deadlock"));
		assertThat(ledger()).containsExactly(14L, 15L);
	}

	@Test
	void amongManyWritersTokensOfTheLedgerNeverFall() throws Exception {
		int writers = 4;
		int writes = 20;
		AtomicInteger refused = new AtomicInteger();
		CountDownLatch start = new CountDownLatch(1);
		List<Future<Void>> all = IntStream.range(0, writers).mapToObj((seed) -> this.pool.<Void>submit(() -> {
			Random random = new Random(seed);
			start.await();
			for (int i = 1; i <= writes; i++) {
				try {
					write(i + random.nextInt(8));
				}
				catch (StaleTokenException ex) {
					refused.incrementAndGet();
				}
			}
			return null;
		})).toList();
		start.countDown();
		for (Future<Void> each : all) {
			each.get(SECONDS, TimeUnit.SECONDS);
		}
		assertThat(ledger()).isSorted().hasSize(writers * writes - refused.get());
		OptionalLong highest = this.guard.highest("ledger");
		assertThat(highest).hasValue(ledger().get(ledger().size() - 1));
	}

	/** One writes, and does not commit before the other waits for it. */
	private void whileAnotherWaits(long one, long other, boolean commits) throws Exception {
		CountDownLatch written = new CountDownLatch(1);
		CountDownLatch free = new CountDownLatch(1);
		Future<?> first = this.pool.submit(() -> this.transaction.executeWithoutResult((status) -> {
			this.guard.check("ledger", one);
			enter(one);
			written.countDown();
			await(free);
			if (!commits) {
				status.setRollbackOnly();
			}
		}));
		await(written);
		Future<?> second = this.pool.submit(() -> write(other));
		try {
			Awaitility.await()
				.atMost(SECONDS, TimeUnit.SECONDS)
				.until(() -> this.jdbc.queryForObject(sessionsThatWait(), Integer.class) > 0);
			assertThat(second).isNotDone();
		}
		finally {
			free.countDown();
		}
		first.get(SECONDS, TimeUnit.SECONDS);
		second.get(SECONDS, TimeUnit.SECONDS);
	}

	private static void await(CountDownLatch latch) {
		try {
			assertThat(latch.await(SECONDS, TimeUnit.SECONDS)).isTrue();
		}
		catch (InterruptedException ex) {
			throw new IllegalStateException(ex);
		}
	}

	private void inAnotherThread(Runnable work) {
		try {
			this.pool.submit(work).get(SECONDS, TimeUnit.SECONDS);
		}
		catch (InterruptedException | ExecutionException | java.util.concurrent.TimeoutException ex) {
			throw new IllegalStateException(ex);
		}
	}

	private void write(long token) {
		this.transaction.executeWithoutResult((status) -> {
			this.guard.check("ledger", token);
			enter(token);
		});
	}

	/** Entries are numbered as the lock lets them be made. */
	private void enter(long token) {
		this.jdbc.update("INSERT INTO ledger (entry, token) SELECT COALESCE(MAX(entry), 0) + 1, ? FROM ledger", token);
	}

	private List<Long> ledger() {
		return this.jdbc.queryForList("SELECT token FROM ledger ORDER BY entry", Long.class);
	}

	private void check(String resource, long token) {
		this.transaction.executeWithoutResult((status) -> this.guard.check(resource, token));
	}

	private boolean passesInTransaction(long token, long counter) {
		return Boolean.TRUE.equals(this.transaction.execute((status) -> passes(token, counter)));
	}

	private boolean passes(long token, long counter) {
		return this.guard.passes("ledger", new LeaderSequenceNumber(token, counter));
	}

}
