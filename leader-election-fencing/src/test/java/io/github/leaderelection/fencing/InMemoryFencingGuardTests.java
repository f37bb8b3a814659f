package io.github.leaderelection.fencing;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import io.github.leaderelection.LeaderSequenceNumber;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/**
 * Tests for {@link InMemoryFencingGuard}.
 */
class InMemoryFencingGuardTests {

	private final InMemoryFencingGuard guard = new InMemoryFencingGuard(2);

	@Test
	void newLeaderPassesAndTheOldOneIsRefused() {
		this.guard.check("ledger", 14);
		this.guard.check("ledger", 15);
		assertThatExceptionOfType(StaleTokenException.class).isThrownBy(() -> this.guard.check("ledger", 14))
			.withMessageContaining("14")
			.satisfies((ex) -> assertThat(ex.resource()).isEqualTo("ledger"))
			.satisfies((ex) -> assertThat(ex.token()).isEqualTo(14))
			.satisfies((ex) -> assertThat(ex.highest()).isEqualTo(15));
		this.guard.check("ledger", 15);
		assertThat(this.guard.highest("ledger")).hasValue(15);
		assertThat(this.guard.tally().admitted()).isEqualTo(3);
		assertThat(this.guard.tally().refused()).isEqualTo(1);
	}

	@Test
	void nextOwnerUnderTheSameLeaderPassesAndTheFormerOneIsRefused() {
		checkAsOwner(14, 3);
		checkAsOwner(14, 3);
		checkAsOwner(14, 7);
		assertThatExceptionOfType(StaleTokenException.class).isThrownBy(() -> checkAsOwner(14, 3))
			.withMessageContainingAll("(14, 3)", "(14, 7)", "'ledger'")
			.satisfies((ex) -> assertThat(ex.token()).isEqualTo(14))
			.satisfies((ex) -> assertThat(ex.highest()).isEqualTo(14));
		checkAsOwner(15, 1);
		assertThatExceptionOfType(StaleTokenException.class).isThrownBy(() -> checkAsOwner(14, 9))
			.withMessageContainingAll("(14, 9)", "(15, 1)");
		assertThat(this.guard.highest("ledger")).hasValue(15);
		assertThat(this.guard.tally().admitted()).isEqualTo(4);
		assertThat(this.guard.tally().refused()).isEqualTo(2);
	}

	@Test
	void tokenAloneNeverLowersThePair() {
		checkAsOwner(14, 7);
		this.guard.check("ledger", 14);
		assertThatExceptionOfType(StaleTokenException.class).isThrownBy(() -> checkAsOwner(14, 6))
			.withMessageContainingAll("(14, 6)", "(14, 7)");
		this.guard.check("ledger", 15);
		assertThatExceptionOfType(StaleTokenException.class).isThrownBy(() -> checkAsOwner(14, 8))
			.withMessageContainingAll("(14, 8)", "(15, 0)");
		checkAsOwner(15, 1);
		assertThatExceptionOfType(StaleTokenException.class).isThrownBy(() -> this.guard.check("ledger", 14));
		assertThat(this.guard.last("ledger")).hasValue(new LeaderSequenceNumber(15, 1));
	}

	@Test
	void guardThatComparesTokensAloneRefusesToCheckACounter() {
		FencingGuard tokensAlone = new FencingGuard() {

			@Override
			public void check(String resource, long token) {
			}

			@Override
			public OptionalLong highest(String resource) {
				return OptionalLong.empty();
			}

		};
		assertThatExceptionOfType(UnsupportedOperationException.class)
			.isThrownBy(() -> tokensAlone.check("ledger", new LeaderSequenceNumber(14, 3)))
			.withMessageContainingAll("ledger", "check(String, LeaderSequenceNumber)");
	}

	@Test
	void eachResourceHasItsOwnToken() {
		this.guard.check("ledger", 15);
		this.guard.check("mail", 3);
		assertThat(this.guard.highest("ledger")).hasValue(15);
		assertThat(this.guard.highest("mail")).hasValue(3);
		assertThat(this.guard.highest("none")).isEmpty();
	}

	@Test
	void whatWouldNotFitIsRefusedAndNothingForgotten() {
		this.guard.check("ledger", 15);
		this.guard.check("mail", 3);
		assertThatIllegalStateException().isThrownBy(() -> this.guard.check("third", 1)).withMessageContaining("2");
		this.guard.check("mail", 4);
		assertThat(this.guard.highest("ledger")).hasValue(15);
	}

	@Test
	void nonsenseIsRefused() {
		assertThatIllegalArgumentException().isThrownBy(() -> this.guard.check("ledger", 0)).withMessageContaining("0");
		assertThatIllegalArgumentException().isThrownBy(() -> this.guard.check(" ", 1));
		assertThatIllegalArgumentException().isThrownBy(() -> this.guard.check(" ", new LeaderSequenceNumber(14, 1)));
		assertThatIllegalArgumentException().isThrownBy(() -> new InMemoryFencingGuard(0));
		assertThat(this.guard.highest("ledger")).isEmpty();
	}

	@Test
	void messagePassesOnceAndInOrder() {
		assertThat(passes(14, 1)).isTrue();
		assertThat(passes(14, 1)).isFalse();
		assertThat(passes(14, 4)).isTrue();
		assertThat(passes(14, 3)).isFalse();
		assertThat(passes(15, 1)).isTrue();
		assertThat(passes(14, 5)).isFalse();
		assertThat(this.guard.last("ledger")).hasValue(new LeaderSequenceNumber(15, 1));
	}

	@Test
	void tokenThatWasCheckedFencesTheStreamToo() {
		assertThat(passes(14, 7)).isTrue();
		this.guard.check("ledger", 14);
		assertThat(passes(14, 7)).isFalse();
		this.guard.check("ledger", 15);
		assertThat(this.guard.last("ledger")).isEmpty();
		assertThat(passes(14, 8)).isFalse();
		assertThat(passes(15, 1)).isTrue();
		assertThatExceptionOfType(StaleTokenException.class).isThrownBy(() -> this.guard.check("ledger", 14));
	}

	@Test
	void amongManyThreadsEachNumberPassesOnceAndTokensNeverFall() throws Exception {
		int threads = 8;
		int numbers = 2_000;
		ExecutorService pool = Executors.newFixedThreadPool(threads);
		try {
			CountDownLatch start = new CountDownLatch(1);
			AtomicInteger passed = new AtomicInteger();
			List<Future<Long>> seen = new ArrayList<>();
			for (int i = 0; i < threads; i++) {
				seen.add(pool.submit(() -> {
					start.await();
					long last = 0;
					for (int n = 1; n <= numbers; n++) {
						if (passes(n, 1)) {
							passed.incrementAndGet();
						}
						long highest = this.guard.highest("ledger").orElseThrow();
						assertThat(highest).isGreaterThanOrEqualTo(Math.max(last, n));
						last = highest;
					}
					return last;
				}));
			}
			start.countDown();
			for (Future<Long> each : seen) {
				assertThat(each.get(30, TimeUnit.SECONDS)).isEqualTo(numbers);
			}
			// Who is behind passes nothing, but each number was first once or overtaken.
			assertThat(passed.get()).isBetween(1, numbers);
			assertThat(this.guard.last("ledger")).hasValue(new LeaderSequenceNumber(numbers, 1));
		}
		finally {
			pool.shutdownNow();
		}
	}

	@Test
	void amongManyOwnersNoPairThatIsAdmittedFalls() throws Exception {
		int owners = 8;
		int writes = 2_000;
		ExecutorService pool = Executors.newFixedThreadPool(owners);
		try {
			CountDownLatch start = new CountDownLatch(1);
			List<Future<Void>> all = new ArrayList<>();
			for (int owner = 1; owner <= owners; owner++) {
				long counter = owner;
				all.add(pool.submit(() -> {
					start.await();
					for (int token = 1; token <= writes; token++) {
						LeaderSequenceNumber mine = new LeaderSequenceNumber(token, counter);
						try {
							this.guard.check("ledger", mine);
						}
						catch (StaleTokenException ex) {
							assertThat(this.guard.last("ledger").orElseThrow()).isGreaterThan(mine);
						}
						assertThat(this.guard.last("ledger").orElseThrow()).isGreaterThanOrEqualTo(mine);
					}
					return null;
				}));
			}
			start.countDown();
			for (Future<Void> each : all) {
				each.get(30, TimeUnit.SECONDS);
			}
			assertThat(this.guard.last("ledger")).hasValue(new LeaderSequenceNumber(writes, owners));
			assertThat(this.guard.tally().admitted() + this.guard.tally().refused()).isEqualTo(owners * writes);
		}
		finally {
			pool.shutdownNow();
		}
	}

	private void checkAsOwner(long token, long counter) {
		this.guard.check("ledger", new LeaderSequenceNumber(token, counter));
	}

	private boolean passes(long token, long counter) {
		return this.guard.passes("ledger", new LeaderSequenceNumber(token, counter));
	}

}
