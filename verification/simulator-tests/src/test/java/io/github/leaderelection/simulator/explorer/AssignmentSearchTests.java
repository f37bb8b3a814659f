package io.github.leaderelection.simulator.explorer;

import java.time.Duration;
import java.util.Set;

import io.github.leaderelection.simulator.explorer.assignment.AssignmentBounds;
import io.github.leaderelection.simulator.explorer.assignment.AssignmentVariation;
import io.github.leaderelection.simulator.explorer.breadth.SearchResult;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * Searches of workers and the leaders that spread partitions over them, as shipped.
 * Larger ones are searched by the command.
 */
class AssignmentSearchTests {

	/** No search here is to end by it. */
	private static final long NANOS = Duration.ofHours(2).toNanos();

	@Test
	void oneThatIsTakenBackIsSearchedToTheEnd() {
		isExhausted(search(1, 1, 0, 0), 20_000);
	}

	@Test
	void aWorkerThatStartsAgainIsSearchedToTheEnd() {
		isExhausted(search(1, 0, 1, 0), 20_000);
	}

	@Test
	void aWorkerThatStopsOrRefusesIsSearchedToTheEnd() {
		isExhausted(search(1, 0, 0, 1), 20_000);
	}

	@Test
	void twoPartitionsAreSearchedToTheEnd() {
		isExhausted(search(2, 0, 0, 0), 10_000);
	}

	@ParameterizedTest
	@EnumSource
	void eachVariationIsSearchedToTheEnd(AssignmentVariation variation) {
		isExhausted(search(1, 1, 0, 0, variation), 10_000);
	}

	@Test
	void boundsThatAreTooWideAreRefused() {
		assertThatIllegalArgumentException().isThrownBy(() -> search(0, 1, 0, 0)).withMessageContaining("0 partitions");
	}

	private static void isExhausted(SearchResult findings, long states) {
		assertThat(findings.broken()).as(findings::toString).isNull();
		assertThat(findings.exhausted()).isTrue();
		assertThat(findings.states()).isGreaterThan(states);
		assertThat(findings.counts().get("ownerships begun")).isGreaterThan(100);
	}

	private static SearchResult search(int partitions, int takebacks, int restarts, int ends,
			AssignmentVariation... variations) {
		AssignmentBounds bounds = new AssignmentBounds(2, partitions, 2, 2, 1, takebacks, restarts, ends,
				Set.of(variations), Long.MAX_VALUE, Integer.MAX_VALUE);
		return new Search(bounds, Runtime.getRuntime().availableProcessors(), System::nanoTime, NANOS).run();
	}

}
