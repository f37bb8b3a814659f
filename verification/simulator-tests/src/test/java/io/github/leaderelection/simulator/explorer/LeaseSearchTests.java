package io.github.leaderelection.simulator.explorer;

import java.time.Duration;
import java.util.EnumSet;
import java.util.Set;

import io.github.leaderelection.simulator.explorer.breadth.SearchResult;
import io.github.leaderelection.simulator.explorer.lease.LeaseBounds;
import io.github.leaderelection.simulator.explorer.lease.LeaseFault;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * Searches of leading by a lease as it is shipped.
 */
class LeaseSearchTests {

	private static final Set<LeaseFault> NONE = EnumSet.noneOf(LeaseFault.class);

	/** No search here is to end by it. */
	private static final long NANOS = Duration.ofHours(2).toNanos();

	/** To their end, which takes a minute more, they are searched by the command. */
	@Test
	void threeInstancesBreakNoPromiseInTheirFirstStates() {
		SearchResult findings = search("ttt", "lll", "abc", NONE, 150_000);
		assertThat(findings.broken()).as(findings::toString).isNull();
		assertThat(findings.states()).isGreaterThanOrEqualTo(150_000);
		assertThat(findings.counts().get("grants")).isGreaterThan(1000);
	}

	@Test
	void twoInstancesThatCrashAreSearchedToTheEnd() {
		isExhausted(search("tt", "ll", "ab", EnumSet.of(LeaseFault.CRASHES)), 10_000);
	}

	@Test
	void twoInstancesThatResignAreSearchedToTheEnd() {
		isExhausted(search("tt", "ll", "ab", EnumSet.of(LeaseFault.RESIGNS)), 10_000);
	}

	@Test
	void aRecordThatIsDeletedAgainAndAgainIsSearchedToTheEnd() {
		isExhausted(search("tt", "ll", "ab", EnumSet.of(LeaseFault.DELETIONS)), 10_000);
	}

	@Test
	void twoProcessesOfOneIdAreSearchedToTheEnd() {
		isExhausted(search("tt", "ll", "aa", NONE), 5_000);
	}

	@Test
	void aSlowClockAndAFastOneAreSearchedToTheEnd() {
		isExhausted(search("sf", "ll", "ab", NONE), 10_000);
	}

	@Test
	void aLongLeaseAndAShortOneAreSearchedToTheEnd() {
		isExhausted(search("tt", "ls", "ab", NONE), 10_000);
	}

	@Test
	void boundsThatFitNobodyAreRefused() {
		assertThatIllegalArgumentException().isThrownBy(() -> search("tx", "ll", "ab", NONE))
			.withMessageContaining("'tx'");
		assertThatIllegalArgumentException().isThrownBy(() -> search("tt", "lll", "ab", NONE))
			.withMessageContaining("'lll'");
		assertThatIllegalArgumentException().isThrownBy(() -> search("tt", "ll", "a", NONE))
			.withMessageContaining("'a'");
	}

	private static void isExhausted(SearchResult findings, long states) {
		assertThat(findings.broken()).as(findings::toString).isNull();
		assertThat(findings.exhausted()).isTrue();
		assertThat(findings.states()).isGreaterThan(states);
		assertThat(findings.counts().get("grants")).isGreaterThan(10);
	}

	private static SearchResult search(String rates, String leases, String ids, Set<LeaseFault> faults) {
		return search(rates, leases, ids, faults, Long.MAX_VALUE);
	}

	private static SearchResult search(String rates, String leases, String ids, Set<LeaseFault> faults, long states) {
		LeaseBounds bounds = new LeaseBounds(rates, leases, ids, 2, faults, states, Integer.MAX_VALUE);
		return new Search(bounds, Runtime.getRuntime().availableProcessors(), System::nanoTime, NANOS).run();
	}

}
