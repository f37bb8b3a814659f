package io.github.leaderelection.simulator.explorer;

import java.time.Duration;

import io.github.leaderelection.simulator.explorer.bounds.Bounds;
import io.github.leaderelection.simulator.explorer.bounds.Mode;
import io.github.leaderelection.simulator.explorer.breadth.SearchResult;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * Tests for {@link Search}, which are searches of the election as it is shipped.
 */
class SearchTests {

	private static final long NO_LIMIT = Long.MAX_VALUE;

	private static final int NO_DEPTH = Integer.MAX_VALUE;

	/** No search here is to end by it. */
	private static final long NANOS = Duration.ofHours(2).toNanos();

	@Test
	@Tag("thorough")
	void threeNodesTwoTermsAndACrashAreSearchedToTheEnd() {
		SearchResult findings = search(new Bounds(Mode.TIMELESS, 3, 2, 1, 0, 0, "ttt", 7, NO_LIMIT, NO_DEPTH));
		assertThat(findings.broken()).as(findings::toString).isNull();
		assertThat(findings.exhausted()).isTrue();
		assertThat(findings.states()).isGreaterThan(1_000_000);
	}

	@Test
	void threeNodesTwoTermsAndAResignationAreSearchedToTheEnd() {
		SearchResult findings = search(new Bounds(Mode.TIMELESS, 3, 2, 0, 1, 1, "ttt", 7, NO_LIMIT, NO_DEPTH));
		assertThat(findings.broken()).as(findings::toString).isNull();
		assertThat(findings.exhausted()).isTrue();
		// a tenth of them only because a successor takes over at once
		assertThat(findings.states()).isGreaterThan(170_000);
	}

	@Test
	void twoNodesWithClocksAndACrashAreSearchedToTheEnd() {
		SearchResult findings = search(new Bounds(Mode.CLOCKED, 2, 2, 1, 0, 0, "sf", 7, NO_LIMIT, NO_DEPTH));
		assertThat(findings.broken()).as(findings::toString).isNull();
		assertThat(findings.exhausted()).isTrue();
		assertThat(findings.states()).isGreaterThan(80_000);
	}

	@Test
	void threeNodesWithClocksKeepThePromisesAsFarAsIsSearched() {
		SearchResult findings = search(new Bounds(Mode.CLOCKED, 3, 2, 0, 0, 0, "sff", 7, 800_000, NO_DEPTH));
		assertThat(findings.broken()).as(findings::toString).isNull();
		assertThat(findings.exhausted()).isFalse();
		assertThat(findings.states()).isGreaterThanOrEqualTo(800_000);
		assertThat(findings.depth()).isGreaterThan(10);
	}

	@Test
	void fiveNodesKeepThePromisesAsFarAsIsSearched() {
		SearchResult findings = search(new Bounds(Mode.TIMELESS, 5, 2, 1, 0, 0, "ttttt", 7, NO_LIMIT, 6));
		assertThat(findings.broken()).as(findings::toString).isNull();
		assertThat(findings.exhausted()).isFalse();
		assertThat(findings.depth()).isEqualTo(6);
		assertThat(findings.states()).isGreaterThan(300_000);
	}

	@Test
	void nodesThatLoseTheirStateAreSearchedToTheEnd() {
		SearchResult two = search(new Bounds(Mode.TIMELESS, 2, 2, 1, 0, 0, "tt", 7, NO_LIMIT, NO_DEPTH).withLost(1));
		assertThat(two.broken()).as(two::toString).isNull();
		assertThat(two.exhausted()).isTrue();
		assertThat(two.states()).isGreaterThan(9_000);
		SearchResult three = search(new Bounds(Mode.TIMELESS, 3, 1, 1, 0, 0, "ttt", 7, NO_LIMIT, NO_DEPTH).withLost(1));
		assertThat(three.broken()).as(three::toString).isNull();
		assertThat(three.exhausted()).isTrue();
		assertThat(three.states()).isGreaterThan(8_000);
	}

	@Test
	void threeNodesOneOfWhichNeverLeadsAreSearchedToTheEnd() {
		SearchResult findings = search(
				new Bounds(Mode.TIMELESS, 3, 2, 0, 1, 1, "ttt", 7, NO_LIMIT, NO_DEPTH).withWitnesses(1));
		assertThat(findings.broken()).as(findings::toString).isNull();
		assertThat(findings.exhausted()).isTrue();
		assertThat(findings.states()).isGreaterThan(25_000);
	}

	@Test
	void nodesThatLearnOfEndedProcessesAreSearchedToTheEnd() {
		SearchResult two = search(
				new Bounds(Mode.CLOCKED, 2, 2, 1, 0, 0, "sf", 7, NO_LIMIT, NO_DEPTH).withLearnedEnds(1));
		assertThat(two.broken()).as(two::toString).isNull();
		assertThat(two.exhausted()).isTrue();
		assertThat(two.states()).isGreaterThan(200_000);
		SearchResult three = search(
				new Bounds(Mode.TIMELESS, 3, 1, 1, 0, 0, "ttt", 7, NO_LIMIT, NO_DEPTH).withLearnedEnds(2));
		assertThat(three.broken()).as(three::toString).isNull();
		assertThat(three.exhausted()).isTrue();
	}

	@Test
	void newClusterIsSearchedToTheEnd() {
		SearchResult findings = search(
				new Bounds(Mode.TIMELESS, 3, 1, 0, 0, 0, "ttt", 7, NO_LIMIT, NO_DEPTH).withOpening("new-cluster"));
		assertThat(findings.broken()).as(findings::toString).isNull();
		assertThat(findings.exhausted()).isTrue();
		assertThat(findings.states()).isGreaterThan(7_000);
	}

	@Test
	void fiveNodesOneOfWhichForgetsItsVoteKeepThePromisesAsFarAsIsSearched() {
		SearchResult findings = search(new Bounds(Mode.CLOCKED, 5, 2, 1, 0, 0, "sffff", 7, NO_LIMIT, 8).withLost(1)
			.withOpening("forgotten-vote"));
		assertThat(findings.broken()).as(findings::toString).isNull();
		assertThat(findings.exhausted()).isFalse();
		assertThat(findings.depth()).isEqualTo(8);
		assertThat(findings.states()).isGreaterThan(150_000);
	}

	@Test
	void threeNodesOneOfWhichHasAShorterLeaseKeepThePromisesAsFarAsIsSearched() {
		SearchResult findings = search(
				new Bounds(Mode.CLOCKED, 3, 2, 1, 0, 0, "sff", 7, NO_LIMIT, 6).withLeases("lsl", false)
					.withOpening("shorter-lease"));
		assertThat(findings.broken()).as(findings::toString).isNull();
		assertThat(findings.depth()).isEqualTo(6);
		assertThat(findings.states()).isGreaterThan(4_000);
	}

	@Test
	void openingThatDoesNotExistIsRefused() {
		assertThatIllegalArgumentException().isThrownBy(() -> search(Bounds.timeless().withOpening("unheard-of")))
			.withMessageContaining("unheard-of");
		assertThatIllegalArgumentException().isThrownBy(() -> search(Bounds.timeless().withOpening("forgotten-vote")))
			.withMessageContaining("5 nodes with clocks");
	}

	@Test
	void nodesWithoutDirectoriesCrashOnceAtMost() {
		Bounds twice = new Bounds(Mode.TIMELESS, 3, 2, 2, 0, 0, "ttt", 7, NO_LIMIT, NO_DEPTH);
		assertThatIllegalArgumentException().isThrownBy(() -> twice.withLeases("lll", false))
			.withMessageContaining("one crash at most");
	}

	@Test
	void findingsDoNotDependOnTheNumberOfThreads() {
		Bounds bounds = new Bounds(Mode.TIMELESS, 3, 2, 0, 0, 0, "ttt", 7, NO_LIMIT, 11);
		SearchResult one = new Search(bounds, 1, System::nanoTime, NANOS).run();
		SearchResult several = new Search(bounds, 3, System::nanoTime, NANOS).run();
		assertThat(several.states()).isEqualTo(one.states()).isGreaterThan(10_000);
		assertThat(several.transitions()).isEqualTo(one.transitions());
		assertThat(several.depth()).isEqualTo(one.depth());
		assertThat(several.beyond()).isEqualTo(one.beyond());
	}

	@Test
	void endsWhenTheTimeIsUp() {
		SearchResult findings = new Search(Bounds.timeless(), 1, System::nanoTime, 0).run();
		assertThat(findings.exhausted()).isFalse();
		assertThat(findings.broken()).isNull();
		assertThat(findings).asString().contains("NOT exhausted");
	}

	private static SearchResult search(Bounds bounds) {
		SearchResult findings = new Search(bounds, Runtime.getRuntime().availableProcessors(), System::nanoTime, NANOS)
			.run();
		System.out.print(findings);
		return findings;
	}

}
