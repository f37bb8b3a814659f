package io.github.leaderelection.simulator.branches;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/**
 * Tests for {@link BranchTable} and {@link Reasons}.
 */
class BranchTableTests {

	private static final List<Branch> BRANCHES = List.of(branch("jumps"), branch("goes on"), branch("case 1"),
			branch("case 2"));

	private static final List<Long> NONE = List.of(0L, 0L, 0L, 0L);

	private final SourceLines lines = SourceLines.above(Path.of(""));

	@Test
	void branchThatIsTakenAnywhereIsNoFault() {
		BranchTable table = table(Map.of("Acks#none |  | 1 case 2", never("nobody does")), List.of(3L, 0L, 0L, 0L),
				List.of(0L, 5L, 0L, 0L), List.of(0L, 0L, 7L, 0L));
		assertThat(table.faults()).isEmpty();
		assertThat(table.summary()).isEqualTo("4 branches of the election: 1 taken in directed scenarios, 1 in random"
				+ " runs, 1 in random runs of the elections above it, 1 in none");
		assertThat(table.lines()).hasSize(4)
			.contains("         3            0          0  Acks#none |  | 1 jumps",
					"         0            0          7  Acks#none |  | 1 case 1");
	}

	@Test
	void branchThatIsNeverTakenNeedsAReason() {
		assertThat(table(Map.of(), List.of(1L, 0L, 0L, 0L), NONE, NONE).faults()).containsExactly(
				"never taken, and no reason is written: Acks#none |  | 1 goes on",
				"never taken, and no reason is written: Acks#none |  | 1 case 1",
				"never taken, and no reason is written: Acks#none |  | 1 case 2");
	}

	@Test
	void reasonThatIsWrongOrOldIsAFault() {
		Map<String, Reason> reasons = Map.of("Acks#none |  | 1 goes on", never("a"), "Acks#none |  | 1 case 1",
				never("b"), "Acks#none |  | 1 case 2", never("c"), "Acks#none |  | 1 jumps", never("d"),
				"Acks#gone |  | 1 jumps", never("e"));
		assertThat(table(reasons, List.of(1L, 0L, 0L, 0L), NONE, NONE).faults()).containsExactly(
				"taken although a reason says that it is not: Acks#none |  | 1 jumps",
				"there is a reason, but no such branch: Acks#gone |  | 1 jumps");
	}

	@Test
	void branchThatIsSeldomTakenMayBeTakenOrNot() {
		Reason seldom = new Reason("it takes two", true);
		Map<String, Reason> reasons = Map.of("Acks#none |  | 1 jumps", seldom, "Acks#none |  | 1 goes on", seldom);
		assertThat(table(reasons, List.of(1L, 0L, 1L, 1L), NONE, NONE).faults()).isEmpty();
	}

	@Test
	void branchIsNamedByWhatIsWrittenThere() {
		assertThat(this.lines.of(new Branch("Acks.Inner", "none", 1, 1, "jumps")))
			.isEqualTo("package io.github.leaderelection.internal.quorum;");
	}

	@Test
	void reasonStandsAboveTheBranchesItHoldsFor() {
		assertThat(Reasons.parse(List.of("# why", "", "because of this", "A#b | c | 1 jumps", "  A#d | e | 2 jumps",
				"seldom, for that", "F#g | h | 1 case 1")))
			.isEqualTo(Map.of("A#b | c | 1 jumps", never("of this"), "A#d | e | 2 jumps", never("of this"),
					"F#g | h | 1 case 1", new Reason("that", true)));
		assertThatIllegalStateException().isThrownBy(() -> Reasons.parse(List.of("A#b | c | 1 jumps")))
			.withMessageContaining("stands before any reason");
	}

	private static Reason never(String text) {
		return new Reason(text, false);
	}

	private static Branch branch(String way) {
		return new Branch("Acks", "none", 0, 1, way);
	}

	private BranchTable table(Map<String, Reason> reasons, List<Long> directed, List<Long> random, List<Long> layered) {
		return new BranchTable(BRANCHES, counts(directed), counts(random), counts(layered), this.lines, reasons);
	}

	private static long[] counts(List<Long> counts) {
		return counts.stream().mapToLong(Long::longValue).toArray();
	}

}
