package io.github.leaderelection.internal.transport.held;

import java.util.List;

import io.github.leaderelection.internal.transport.link.TestViews;
import io.github.leaderelection.internal.view.GroupView;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class LeaderlessMomentsTests {

	private static final long MILLI = 1_000_000;

	private static final GroupView LED = TestViews.view(1, "a");

	private static final GroupView NEXT = TestViews.view(2, "b");

	private final LeaderlessMoments moments = new LeaderlessMoments();

	static GroupView leaderless(long term) {
		return new GroupView("default", "quorum", term, 1000, "f", null, List.of(), null);
	}

	@Test
	void groupWithoutALeaderIsShownAfterAMoment() {
		assertThat(this.moments.holdBack(LED, leaderless(1), 0)).isTrue();
		assertThat(this.moments.holdBack(LED, leaderless(2), 49 * MILLI)).isTrue();
		assertThat(this.moments.holdBack(LED, leaderless(2), 50 * MILLI)).isFalse();
	}

	@Test
	void nextLeaderIsShownAtOnceAndTheNextMomentIsANewOne() {
		assertThat(this.moments.holdBack(LED, leaderless(1), 0)).isTrue();
		assertThat(this.moments.holdBack(LED, NEXT, 20 * MILLI)).isFalse();
		assertThat(this.moments.holdBack(NEXT, leaderless(2), 60 * MILLI)).isTrue();
		assertThat(this.moments.holdBack(NEXT, leaderless(2), 110 * MILLI)).isFalse();
	}

	@Test
	void whatNeverShowedALeaderIsShownAtOnce() {
		assertThat(this.moments.holdBack(null, leaderless(1), 0)).isFalse();
		assertThat(this.moments.holdBack(leaderless(1), leaderless(2), 1)).isFalse();
	}

	@Test
	void leaderThatCameBackEndsTheMoment() {
		assertThat(this.moments.holdBack(LED, leaderless(1), 0)).isTrue();
		assertThat(this.moments.holdBack(LED, LED, 10 * MILLI)).isFalse();
		assertThat(this.moments.holdBack(LED, leaderless(1), 55 * MILLI)).isTrue();
	}

}
