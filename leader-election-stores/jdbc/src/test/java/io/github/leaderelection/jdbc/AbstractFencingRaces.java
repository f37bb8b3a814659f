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
import java.util.function.LongConsumer;
import java.util.stream.IntStream;

import io.github.leaderelection.fencing.StaleTokenException;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.TransactionTemplate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/**
 * What becomes of leaders that write to a ledger at the same time.
 */
abstract class AbstractFencingRaces extends AbstractFencedLedger {

	private static final int WRITERS = 4;

	private static final int WRITES = 20;

	private final ExecutorService pool = Executors.newCachedThreadPool();

	/** How many sessions wait for a lock, as the database itself says. */
	abstract String sessionsThatWait();

	/**
	 * What becomes of a stale token in a transaction that began before a newer one came.
	 */
	abstract Class<? extends Throwable> refusalAtRepeatableRead();

	@AfterEach
	void stop() {
		this.pool.shutdownNow();
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
	void ofTwoOwnersWhoUseAResourceFirstTheFormerOneIsRefused() throws Exception {
		assertThatThrownBy(() -> whileAnotherWaits(() -> writeAsOwner(2), () -> writeAsOwner(1), true))
			.hasCauseInstanceOf(StaleTokenException.class);
		assertThat(ledger()).containsExactly(2L);
	}

	@Test
	void formerOwnerThatWaitsForTheNextOneIsRefusedWhenThatCommits() throws Exception {
		writeAsOwner(1);
		assertThatThrownBy(() -> whileAnotherWaits(() -> writeAsOwner(2), () -> writeAsOwner(1), true))
			.hasCauseInstanceOf(StaleTokenException.class);
		assertThat(ledger()).containsExactly(1L, 2L);
	}

	@Test
	void formerOwnerThatWaitsForTheNextOnePassesWhenThatRollsBack() throws Exception {
		writeAsOwner(1);
		whileAnotherWaits(() -> writeAsOwner(2), () -> writeAsOwner(1), false);
		assertThat(ledger()).containsExactly(1L, 1L);
		assertThat(this.guard.last("ledger")).hasValue(owner(1));
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
	void formerOwnerDoesNotPassAtRepeatableRead() {
		writeAsOwner(1);
		TransactionTemplate repeatable = new TransactionTemplate(this.transaction.getTransactionManager());
		repeatable.setIsolationLevel(TransactionDefinition.ISOLATION_REPEATABLE_READ);
		assertThatExceptionOfType(refusalAtRepeatableRead())
			.isThrownBy(() -> repeatable.executeWithoutResult((status) -> {
				assertThat(this.guard.last("ledger")).hasValue(owner(1));
				inAnotherThread(() -> writeAsOwner(2));
				this.guard.check("ledger", owner(1));
				enter(1);
			}))
			.satisfies((ex) -> assertThat(ex).message()
				.containsAnyOf("(14, 2)", "serialize", "deadlock", "concurrent", "Deadlock"));
		assertThat(ledger()).containsExactly(1L, 2L);
	}

	@Test
	void amongManyWritersTokensOfTheLedgerNeverFall() throws Exception {
		long refused = writeAmongMany(this::write);
		assertThat(ledger()).isSorted().hasSize((int) (WRITERS * WRITES - refused));
		OptionalLong highest = this.guard.highest("ledger");
		assertThat(highest).hasValue(ledger().get(ledger().size() - 1));
	}

	@Test
	void amongManyOwnersCountersOfTheLedgerNeverFall() throws Exception {
		long refused = writeAmongMany(this::writeAsOwner);
		assertThat(ledger()).isSorted().hasSize((int) (WRITERS * WRITES - refused));
		assertThat(this.guard.last("ledger")).hasValue(owner(ledger().get(ledger().size() - 1)));
	}

	/** Returns how many were refused. */
	private long writeAmongMany(LongConsumer write) throws Exception {
		AtomicInteger refused = new AtomicInteger();
		CountDownLatch start = new CountDownLatch(1);
		List<Future<Void>> all = IntStream.range(0, WRITERS).mapToObj((seed) -> this.pool.<Void>submit(() -> {
			Random random = new Random(seed);
			start.await();
			for (int i = 1; i <= WRITES; i++) {
				try {
					write.accept(i + random.nextInt(8));
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
		return refused.get();
	}

	/** One writes, and does not commit before the other waits for it. */
	private void whileAnotherWaits(long one, long other, boolean commits) throws Exception {
		whileAnotherWaits(() -> write(one), () -> write(other), commits);
	}

	private void whileAnotherWaits(Runnable one, Runnable other, boolean commits) throws Exception {
		CountDownLatch written = new CountDownLatch(1);
		CountDownLatch free = new CountDownLatch(1);
		Future<?> first = this.pool.submit(() -> this.transaction.executeWithoutResult((status) -> {
			one.run();
			written.countDown();
			await(free);
			if (!commits) {
				status.setRollbackOnly();
			}
		}));
		await(written);
		Future<?> second = this.pool.submit(other);
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

}
