package io.github.leaderelection.internal.store.lease;

import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class HintSpreadTests {

	@Test
	void aFewAreToldAtOnceByTheCallingThread() {
		Thread[] told = new Thread[1];
		HintSpread.tell(HintSpread.FEW, () -> told[0] = Thread.currentThread());
		assertThat(told[0]).isSameAs(Thread.currentThread());
	}

	@Test
	void ofManyAboutTwoGoAtOnceHoweverManyTheyAre() {
		for (int waiters : new int[] { 6, 20, 200, 2000 }) {
			double atOnce = IntStream.range(0, 1000).map((round) -> goingBy(waiters, 0, round)).average().orElseThrow();
			assertThat(atOnce).as("of %d", waiters).isBetween(1.5, 2.5);
		}
	}

	@Test
	void theOthersOfTwoHundredSeeATakeThatLastsForFiftyMilliseconds() {
		double within = IntStream.range(0, 1000).map((round) -> goingBy(200, 50, round)).average().orElseThrow();
		assertThat(within).isBetween(2.0, 4.0);
	}

	@Test
	void ofAnUnknownNumberAllGoWithinTwentyMillisecondsAndFewAreEarly() {
		for (int i = 0; i < 100; i++) {
			long nanos = HintSpread.delayNanos(HintSpread.UNKNOWN, 0, i / 100.0);
			assertThat(nanos).isLessThan(TimeUnit.MILLISECONDS.toNanos(20));
			assertThat(nanos < TimeUnit.MILLISECONDS.toNanos(10)).isEqualTo(i < 25);
		}
	}

	@Test
	void allGoInTheEnd() {
		assertThat(goingBy(200, 120, 1)).isEqualTo(200);
	}

	private static int goingBy(int waiters, long millis, long seed) {
		Random random = new Random(seed);
		return (int) IntStream.range(0, waiters)
			.filter((one) -> HintSpread.delayNanos(waiters, random.nextDouble(),
					random.nextDouble()) <= TimeUnit.MILLISECONDS.toNanos(millis))
			.count();
	}

}
