package io.github.leaderelection.internal.health;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Suspicion comes at once, and goes the more slowly the more often it came.
 */
class SuspicionTests {

	private static final long LEASE = 1000;

	private static final int MOST_PROBATION_LEASES = 8;

	@Test
	void firstSuspicionComesAndGoesAtOnce() {
		Suspicion missed = Suspicion.NONE.next(true, 10, LEASE);
		assertThat(missed).isEqualTo(new Suspicion(true, 10, 10, 0));
		assertThat(missed.next(false, 20, LEASE)).isEqualTo(new Suspicion(false, 20, 20, 0));
	}

	@Test
	void nothingIsMadeWhileNothingChanges() {
		Suspicion missed = Suspicion.NONE.next(true, 10, LEASE);
		assertThat(missed.next(true, 500, LEASE)).isSameAs(missed);
		assertThat(Suspicion.NONE.next(false, 500, LEASE)).isSameAs(Suspicion.NONE);
	}

	@Test
	void oneThatIsMissedAgainSoonHasToBeWellForALease() {
		Suspicion again = Suspicion.NONE.next(true, 10, LEASE).next(false, 20, LEASE).next(true, 30, LEASE);
		assertThat(again.relapses()).isOne();
		Suspicion well = again.next(false, 40, LEASE);
		assertThat(well.suspected()).isTrue();
		assertThat(well.next(false, 40 + LEASE - 1, LEASE).suspected()).isTrue();
		assertThat(well.next(false, 40 + LEASE, LEASE).suspected()).isFalse();
	}

	@Test
	void beingWellCountsAnewAfterEachTimeItWasMissed() {
		Suspicion again = Suspicion.NONE.next(true, 10, LEASE).next(false, 20, LEASE).next(true, 30, LEASE);
		Suspicion still = again.next(false, 40, LEASE).next(true, 900, LEASE);
		assertThat(still).isEqualTo(new Suspicion(true, 900, 900, 1));
		assertThat(still.next(false, 950, LEASE).next(false, 1500, LEASE).suspected()).isTrue();
	}

	@Test
	void oneThatComesAndGoesIsMissedLastinglyOnlyAfterAsLongAsItHadToBeWell() {
		Suspicion missed = Suspicion.NONE.next(true, 10, LEASE);
		assertThat(missed.isLasting(10, LEASE)).isTrue();
		Suspicion again = missed.next(false, 20, LEASE).next(true, 30, LEASE);
		assertThat(again.isMissed()).isTrue();
		assertThat(again.isLasting(30 + LEASE - 1, LEASE)).isFalse();
		assertThat(again.isLasting(30 + LEASE, LEASE)).isTrue();
		Suspicion well = again.next(false, 30 + LEASE, LEASE);
		assertThat(well.suspected()).isTrue();
		assertThat(well.isMissed()).isFalse();
		assertThat(well.isLasting(30 + LEASE, LEASE)).isFalse();
		assertThat(Suspicion.NONE.isMissed() || Suspicion.NONE.isLasting(30, LEASE)).isFalse();
	}

	@Test
	void longSteadinessForgetsRelapses() {
		Suspicion well = Suspicion.NONE.next(true, 10, LEASE)
			.next(false, 20, LEASE)
			.next(true, 30, LEASE)
			.next(false, 40, LEASE)
			.next(false, 40 + LEASE, LEASE);
		assertThat(well.suspected()).isFalse();
		assertThat(well.next(true, 40 + 16 * LEASE, LEASE).relapses()).isEqualTo(2);
		assertThat(well.next(true, 40 + 17 * LEASE, LEASE).relapses()).isZero();
	}

	@Test
	void oneThatComesAndGoesForEverChangesItsStateAFewTimesOnly() {
		Suspicion suspicion = Suspicion.NONE;
		int changes = 0;
		for (long now = 0; now < 1000 * LEASE; now += 50) {
			Suspicion next = suspicion.next(now / 50 % 2 == 0, now, LEASE);
			changes += (next.suspected() != suspicion.suspected()) ? 1 : 0;
			suspicion = next;
		}
		assertThat(changes).isEqualTo(3);
		assertThat(suspicion.suspected()).isTrue();
	}

	@Test
	void whateverItDoesThereAreAtMostTwoChangesInTheLongestProbation() {
		for (long period = 50; period < 40 * LEASE; period += 350) {
			Suspicion suspicion = Suspicion.NONE;
			int changes = 0;
			long end = 400 * LEASE;
			for (long now = 0; now < end; now += 50) {
				Suspicion next = suspicion.next(now % period < 50, now, LEASE);
				changes += (next.suspected() != suspicion.suspected()) ? 1 : 0;
				suspicion = next;
			}
			assertThat(changes).as("missed each %s", period)
				.isLessThanOrEqualTo((int) (2 * end / (MOST_PROBATION_LEASES * LEASE)) + 8);
		}
	}

}
