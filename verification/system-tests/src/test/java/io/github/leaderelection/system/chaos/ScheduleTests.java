package io.github.leaderelection.system.chaos;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link Schedule}.
 */
class ScheduleTests {

	private static final Duration LEASE = Duration.ofSeconds(1);

	private static final Set<FaultKind> ALL = EnumSet.allOf(FaultKind.class);

	private static List<Fault> draw(long seed, Duration duration) {
		return new Schedule(seed, 5, LEASE, 2, ALL).draw(duration);
	}

	@Test
	void sameSeedDrawsTheSameFaults() {
		assertThat(draw(1, Duration.ofMinutes(5))).isEqualTo(draw(1, Duration.ofMinutes(5)))
			.isNotEqualTo(draw(2, Duration.ofMinutes(5)));
	}

	@Test
	void faultsBeginInOrderAndEndWithinTheRun() {
		List<Fault> faults = draw(3, Duration.ofMinutes(2));
		assertThat(faults).isSortedAccordingTo(Comparator.comparingLong(Fault::atMillis));
		assertThat(faults).allSatisfy((fault) -> {
			assertThat(fault.lastsMillis()).isNotNegative();
			assertThat(fault.atMillis() + fault.lastsMillis()).isLessThanOrEqualTo(120_000);
		});
	}

	@Test
	void everyKindComesAboutAsOften() {
		Map<FaultKind, Integer> counts = new EnumMap<>(FaultKind.class);
		draw(4, Duration.ofMinutes(10)).forEach((fault) -> counts.merge(fault.kind(), 1, Integer::sum));
		int least = counts.values().stream().mapToInt(Integer::intValue).min().orElseThrow();
		assertThat(counts.keySet()).isEqualTo(ALL);
		assertThat(counts.values()).allSatisfy((count) -> assertThat(count).isBetween(least, least + 1));
	}

	@Test
	void noKindComesTwiceBeforeAllCameThoughRoundsAreShort() {
		Schedule schedule = new Schedule(6, 5, LEASE, 2, ALL);
		List<FaultKind> kinds = new ArrayList<>();
		while (kinds.size() < ALL.size()) {
			schedule.draw(Duration.ofSeconds(7)).forEach((fault) -> kinds.add(fault.kind()));
		}
		assertThat(kinds.subList(0, ALL.size())).containsExactlyInAnyOrderElementsOf(ALL);
	}

	@Test
	void minoritiesAndMajoritiesAreBefallen() {
		List<Integer> struck = draw(5, Duration.ofMinutes(30)).stream()
			.filter((fault) -> fault.kind().ofNodes())
			.map((fault) -> fault.one().size())
			.toList();
		assertThat(struck).contains(1, 3, 4, 5);
		assertThat(struck.stream().filter((count) -> count == 1).count()).isGreaterThan(struck.size() * 3L / 4);
	}

	@Test
	void aimedFaultBefallsTheLeaderAndNoNodeTwice() {
		Fault fault = new Fault(FaultKind.CUT, 0, 1, 0, List.of(0, 1), List.of(2, 3, 4), true);
		Fault aimed = fault.aimAt(3);
		assertThat(aimed.one()).containsExactly(3, 1);
		assertThat(aimed.other()).containsExactly(2, 0, 4);
		assertThat(fault.aimAt(-1)).isEqualTo(fault);
	}

	@Test
	void oneWayCutBefallsOneDirection() {
		Fault oneWay = new Fault(FaultKind.CUT_ONE_WAY, 0, 1, 0, List.of(0), List.of(1), false);
		assertThat(oneWay.links()).containsExactly(new Fault.Link(0, 1));
		Fault cut = new Fault(FaultKind.CUT, 0, 1, 0, List.of(0, 1), List.of(0, 1), false);
		assertThat(cut.links()).containsExactlyInAnyOrder(new Fault.Link(0, 1), new Fault.Link(1, 0));
	}

}
