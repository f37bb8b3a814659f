package io.github.leaderelection.internal.observer;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link MemberPatience}, by a clock of their own.
 */
class MemberPatienceTests {

	/** An arbitrary origin, as the monotonic clock has. */
	private static final long ORIGIN = Long.MAX_VALUE - TimeUnit.HOURS.toNanos(1);

	/** After how many seconds without a leader members are left, one after the other. */
	private static List<Integer> left(MemberPatience patience, int from, int until) {
		List<Integer> left = new ArrayList<>();
		for (int second = from; second <= until; second++) {
			if (patience.ends(false, at(second))) {
				left.add(second);
			}
		}
		return left;
	}

	private static long at(int second) {
		return ORIGIN + TimeUnit.SECONDS.toNanos(second);
	}

	@Test
	void aMemberWithoutALeaderIsLeftAndTheNextOneAfterTwiceTheTimeUpToFiveMinutes() {
		MemberPatience patience = new MemberPatience((least) -> least);
		assertThat(left(patience, 0, 1300)).containsExactly(11, 11 + 21, 32 + 41, 73 + 81, 154 + 161, 315 + 301,
				616 + 301, 917 + 301);
	}

	@Test
	void aMemberWithALeaderIsKeptAndTheTimeIsShortAgainAfterwards() {
		MemberPatience patience = new MemberPatience((least) -> least);
		assertThat(left(patience, 0, 40)).containsExactly(11, 32);
		for (int second = 41; second < 4000; second++) {
			assertThat(patience.ends(true, at(second))).isFalse();
		}
		assertThat(left(patience, 4000, 4031)).containsExactly(4011);
	}

	@Test
	void anotherMemberHasTheWholeTime() {
		MemberPatience patience = new MemberPatience((least) -> least);
		assertThat(left(patience, 0, 9)).isEmpty();
		patience.begin();
		assertThat(left(patience, 10, 21)).containsExactly(21);
	}

	@Test
	void aLeaderInBetweenBeginsTheTimeAnew() {
		MemberPatience patience = new MemberPatience((least) -> least);
		assertThat(left(patience, 0, 9)).isEmpty();
		assertThat(patience.ends(true, at(10))).isFalse();
		assertThat(left(patience, 11, 22)).containsExactly(22);
	}

	@RepeatedTest(20)
	void theTimeIsDrawnBetweenTenAndTwentySeconds() {
		assertThat(left(new MemberPatience(), 0, 21)).hasSize(1)
			.allSatisfy((second) -> assertThat(second).isBetween(11, 21));
	}

}
