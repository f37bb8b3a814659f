package io.github.leaderelection.simulator.explorer;

import java.time.Duration;

import io.github.leaderelection.internal.nomination.NominationMove;
import io.github.leaderelection.simulator.explorer.bounds.AnyNomination;
import io.github.leaderelection.simulator.explorer.bounds.Bounds;
import io.github.leaderelection.simulator.explorer.bounds.Mode;
import io.github.leaderelection.simulator.explorer.breadth.SearchResult;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * Tests for {@link Search} with {@link AnyNomination} over the election as it is shipped.
 */
class AnyNominationTests {

	private static final long NO_LIMIT = Long.MAX_VALUE;

	private static final int NO_DEPTH = Integer.MAX_VALUE;

	/** No search here is to end by it. */
	private static final long NANOS = Duration.ofHours(2).toNanos();

	@ParameterizedTest
	@ValueSource(strings = { "ballot", "bully", "emergent", "raft", "ring", "zab" })
	void twoNodesAreSearchedToTheEndUnderEachElection(String algorithm) {
		SearchResult findings = search(new Bounds(Mode.TIMELESS, 2, 2, 1, 0, 0, "tt", 7, NO_LIMIT, NO_DEPTH),
				new AnyNomination(algorithm, 0, 1, 1));
		assertThat(findings.broken()).as(findings::toString).isNull();
		assertThat(findings.exhausted()).isTrue();
		assertThat(findings.states()).isGreaterThan(1);
	}

	@ParameterizedTest
	@CsvSource({ "0, 0", "1, 0", "0, 1" })
	void threeNodesAndATermAreSearchedToTheEnd(int givesWay, int handsOver) {
		SearchResult findings = search(new Bounds(Mode.TIMELESS, 3, 1, 1, 0, 0, "ttt", 7, NO_LIMIT, NO_DEPTH),
				new AnyNomination("zab", 0, givesWay, handsOver));
		assertThat(findings.broken()).as(findings::toString).isNull();
		assertThat(findings.exhausted()).isTrue();
	}

	@Test
	void nodesWithClocksAreSearchedToTheEnd() {
		SearchResult findings = search(new Bounds(Mode.CLOCKED, 2, 2, 0, 0, 0, "sf", 7, NO_LIMIT, NO_DEPTH),
				new AnyNomination("ring", 0, 1, 0));
		assertThat(findings.broken()).as(findings::toString).isNull();
		assertThat(findings.exhausted()).isTrue();
	}

	@ParameterizedTest
	@ValueSource(strings = { "bully", "ring", "emergent" })
	void twoLeadersAreFoundWhereOneMemberIsEnough(String algorithm) {
		SearchResult findings = search(new Bounds(Mode.TIMELESS, 3, 1, 0, 0, 0, "ttt", 7, NO_LIMIT, NO_DEPTH),
				new AnyNomination(algorithm, 1, 0, 0));
		assertThat(findings.broken()).startsWith("S1: ");
		assertThat(findings.trace()).hasSize(2)
			.allSatisfy((event) -> assertThat(event).contains("IS GRANTED Held[token=1, term=1"));
	}

	/**
	 * A node stands where it scouts, and a link and a timer are as late as they like; the
	 * others are moves of their own. What comes to this has to come to the search.
	 */
	@Test
	void everyMoveOfANominationIsSearched() {
		assertThat(NominationMove.class.getPermittedSubclasses()).containsExactlyInAnyOrder(NominationMove.Stand.class,
				NominationMove.GiveWay.class, NominationMove.HandOver.class, NominationMove.Hear.class,
				NominationMove.Fire.class);
	}

	@Test
	void countsOutOfRangeAreRefused() {
		assertThatIllegalArgumentException().isThrownBy(() -> new AnyNomination("bully", 0, 16, 0))
			.withMessageContaining("16");
		assertThatIllegalArgumentException().isThrownBy(() -> new AnyNomination("unheard-of", 0, 0, 0))
			.withMessageContaining("unheard-of");
	}

	private static SearchResult search(Bounds bounds, AnyNomination nomination) {
		SearchResult findings = new Search(bounds, nomination, Runtime.getRuntime().availableProcessors(),
				System::nanoTime, NANOS)
			.run();
		System.out.print(findings);
		return findings;
	}

}
