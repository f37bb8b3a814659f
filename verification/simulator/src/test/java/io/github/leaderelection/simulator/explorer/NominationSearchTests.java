package io.github.leaderelection.simulator.explorer;

import java.time.Duration;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * Tests for {@link Search} of elections in two layers, as they are shipped.
 */
class NominationSearchTests {

	private static final long NO_LIMIT = Long.MAX_VALUE;

	private static final int ALL = 1_000_000;

	/** No search here is to end by it. */
	private static final long NANOS = Duration.ofHours(2).toNanos();

	@ParameterizedTest
	@CsvSource({ "bully, 1, 1, 4669", "ring, 0, 1, 238", "raft, 0, 1, 808", "zab, 0, 1, 316", "emergent, 0, 2, 14" })
	void threeNodesAndATermAreSearchedToTheEnd(String algorithm, int crashes, int counts, long states) {
		Findings findings = search(crashes, new NominationBounds(algorithm, 0, counts, 1, ALL));
		assertThat(findings.broken()).as(findings::toString).isNull();
		assertThat(findings.exhausted()).isTrue();
		assertThat(findings.states()).isEqualTo(states);
	}

	@Test
	void ballotKeepsThePromisesAsFarAsIsSearched() {
		Findings findings = search(0, new NominationBounds("ballot", 0, 1, 1, 60));
		assertThat(findings.broken()).as(findings::toString).isNull();
		assertThat(findings.exhausted()).isFalse();
		assertThat(findings.states()).isGreaterThan(80);
	}

	@ParameterizedTest
	@CsvSource({ "bully", "ring", "emergent" })
	void twoLeadersAreFoundWhereOneMemberIsEnough(String algorithm) {
		Findings findings = search(0, new NominationBounds(algorithm, 1, 3, 1, 200));
		assertThat(findings.broken()).startsWith("S1: ");
		assertThat(findings.trace()).hasSize(2)
			.allSatisfy((event) -> assertThat(event).contains("IS GRANTED Held[token=1, term=1"));
	}

	@Test
	void electionWithoutANominationIsRefused() {
		assertThatIllegalArgumentException().isThrownBy(() -> search(0, new NominationBounds("quorum", 0, 1, 1, ALL)))
			.withMessageContaining("'quorum' has no nomination");
	}

	@Test
	void clocksAreRefused() {
		Bounds clocked = new Bounds(Mode.CLOCKED, 3, 2, 0, 0, 0, "sff", 7, NO_LIMIT, Integer.MAX_VALUE);
		assertThatIllegalArgumentException()
			.isThrownBy(
					() -> new Search(clocked, new NominationBounds("bully", 0, 1, 1, ALL), 1, System::nanoTime, NANOS))
			.withMessageContaining("choose the mode timeless");
	}

	private static Findings search(int crashes, NominationBounds nomination) {
		Bounds bounds = new Bounds(Mode.TIMELESS, 3, 1, crashes, 0, 0, "ttt", 7, NO_LIMIT, Integer.MAX_VALUE);
		// one thread: where not all nominees are looked at, they are the same ones every
		// time
		Findings findings = new Search(bounds, nomination, 1, System::nanoTime, NANOS).run();
		System.out.print(findings);
		return findings;
	}

}
