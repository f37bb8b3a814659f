package io.github.leaderelection.system.chaos;

import java.util.List;
import java.util.Set;

import io.github.leaderelection.system.chaos.Fault.Link;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link Calm}.
 */
class CalmTests {

	private static Disturbance node(int node, long from, long until) {
		return new Disturbance("node", from, until, Set.of(node), Set.of());
	}

	private static Disturbance link(int from, int to) {
		return new Disturbance("link", 0, Long.MAX_VALUE, Set.of(), Set.of(new Link(from, to)));
	}

	private static long longest(Disturbance... disturbances) {
		return new Calm(5, List.of(disturbances)).longest(0, 100);
	}

	@Test
	void nothingExplainsAGapThatNothingDisturbed() {
		assertThat(longest()).isEqualTo(100);
	}

	@Test
	void minorityThatIsDownExplainsNothing() {
		assertThat(longest(node(0, 0, 100), node(1, 0, 100))).isEqualTo(100);
	}

	@Test
	void majorityThatIsDownExplainsItsTime() {
		assertThat(longest(node(0, 0, 100), node(1, 0, 100), node(2, 30, 60))).isEqualTo(40);
		assertThat(longest(node(0, 0, 100), node(1, 0, 100), node(2, 0, Long.MAX_VALUE))).isZero();
	}

	@Test
	void faultsThatOnlyTouchDoNotInterrupt() {
		assertThat(longest(node(0, 0, 50), node(1, 50, 100), node(2, 0, 100))).isEqualTo(100);
	}

	@Test
	void hubWithLinksToAMajorityIsEnough() {
		Disturbance[] onlyTheHub = { link(1, 2), link(1, 3), link(1, 4), link(2, 3), link(2, 4), link(3, 4) };
		assertThat(longest(onlyTheHub)).isEqualTo(100);
	}

	@Test
	void linkThatWorksOneWayIsNone() {
		Disturbance[] pairsOnly = { link(0, 2), link(0, 3), link(4, 0), link(1, 2), link(1, 3), link(1, 4), link(2, 4),
				link(4, 3) };
		assertThat(longest(pairsOnly)).isZero();
	}

}
