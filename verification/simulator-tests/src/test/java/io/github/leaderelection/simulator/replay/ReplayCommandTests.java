package io.github.leaderelection.simulator.replay;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

import io.github.leaderelection.internal.algorithm.Algorithm;
import io.github.leaderelection.internal.algorithm.Trait;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

class ReplayCommandTests {

	/** A new cluster takes its first term from the wall clock. */
	private static final String FIRST_TERM = "17900000";

	private static String leader;

	private static String follower;

	@TempDir
	private Path directory;

	private Path file;

	private final List<String> lines = new ArrayList<>();

	@BeforeAll
	static void record() {
		List<String> traces = RecordedCluster.afterSeconds(10);
		leader = traces.get(0);
		follower = traces.get(1);
	}

	@BeforeEach
	void name() {
		this.file = this.directory.resolve("some.trace");
	}

	private int replay(String trace, String... options) throws IOException {
		Files.writeString(this.file, trace);
		List<String> arguments = new ArrayList<>(List.of("--file", this.file.toString()));
		arguments.addAll(List.of(options));
		return new ReplayCommand(this.lines::add).execute(arguments);
	}

	private String verdict() {
		return this.lines.get(this.lines.size() - 1);
	}

	@Test
	void theTraceOfALeaderTellsHowItCameToLead() throws IOException {
		assertThat(replay(leader)).isEqualTo(ReplayCommand.SAME);
		assertThat(verdict()).startsWith("same as recorded: ");
		assertThat(this.lines.get(0)).startsWith("Node n")
			.contains("group default of cluster cluster, election quorum");
		assertThat(this.lines).anyMatch((line) -> line.contains("says ElectionResponse(term=" + FIRST_TERM))
			.anyMatch((line) -> line.contains("to n1: ElectionProposal(term=" + FIRST_TERM))
			.anyMatch((line) -> line.matches(
					".*-> GRANTED: token " + FIRST_TERM + "\\d*, term " + FIRST_TERM + "\\d*, lease ends in 0\\..*"))
			.anyMatch(
					(line) -> line.startsWith("=====") && line.contains("role CANDIDATE -> LEADER, leader none -> n0"))
			.anyMatch((line) -> line.matches(
					".*-> renewed: token " + FIRST_TERM + "\\d*, term " + FIRST_TERM + "\\d*, lease ends in 0\\..*"));
	}

	@Test
	void theTraceOfAFollowerTellsWhomItFollows() throws IOException {
		assertThat(replay(follower)).isEqualTo(ReplayCommand.SAME);
		assertThat(this.lines)
			.anyMatch((line) -> line.matches(
					".*says LeaderHeartbeat\\(term=" + FIRST_TERM + "\\d*, token=" + FIRST_TERM + "\\d*, sequence=1.*"))
			.anyMatch((line) -> line.startsWith("=====") && line.contains("leader none -> n0"));
	}

	@ParameterizedTest
	@MethodSource("elections")
	void theTraceOfAnyElectionGoesAsRecorded(Algorithm algorithm) throws IOException {
		for (String trace : RecordedCluster.afterSeconds(5, algorithm)) {
			assertThat(replay(trace)).as(this.lines::toString).isEqualTo(ReplayCommand.SAME);
			assertThat(this.lines.get(0)).contains("election " + algorithm.name());
			this.lines.clear();
		}
	}

	/** Those by a store have no links in this cluster. */
	static Stream<Algorithm> elections() {
		return Algorithm.names().stream().map(Algorithm::named).filter((algorithm) -> !algorithm.is(Trait.NEEDS_STORE));
	}

	@Test
	void stepsThatLookAlikeAreOnlyCountedUnlessTheyAreAskedFor() throws IOException {
		replay(follower);
		assertThat(this.lines).anyMatch((line) -> line.contains("like the ones above, until "));
		int folded = this.lines.size();
		this.lines.clear();
		replay(follower, "--from", "0");
		assertThat(this.lines).hasSizeGreaterThan(2 * folded).noneMatch((line) -> line.contains("like the ones above"));
		this.lines.clear();
		replay(follower, "--from", "30", "--to", "31");
		assertThat(this.lines).filteredOn((line) -> line.matches(" +\\d+ .*"))
			.extracting((line) -> line.strip().split(" ")[0])
			.containsExactly("30", "31");
	}

	@Test
	void whatWasRecordedOtherwiseIsReported() throws IOException {
		String forged = leader.replaceFirst("Grant\\(fencingToken=1", "Grant(fencingToken=2");
		assertThat(replay(forged)).isEqualTo(ReplayCommand.OTHERWISE);
		assertThat(verdict()).startsWith("NOT as recorded: 1 of ")
			.contains("then only: Grant(fencingToken=2")
			.contains("now only:  Grant(fencingToken=1");
		assertThat(this.lines).anyMatch((line) -> line.startsWith("!!!!!") && line.contains("OTHERWISE at input "));
	}

	@Test
	void aHeartbeatMayBeSentWhileABallotIsSavedAndLittleElse() throws IOException {
		String beat = leader.lines().filter((line) -> line.contains("timer=HEARTBEAT), now")).findFirst().orElseThrow();
		assertThat(replay(leader.replace(beat, beat.replace("whileSaving=false", "whileSaving=true"))))
			.isEqualTo(ReplayCommand.SAME);
		String other = leader.lines().filter((line) -> line.contains("timer=ATTEMPT), now")).findFirst().orElseThrow();
		assertThat(replay(leader.replace(other, other.replace("whileSaving=false", "whileSaving=true"))))
			.isEqualTo(ReplayCommand.OTHERWISE);
		assertThat(verdict()).contains("now only:  fails: it waits until the ballot is saved");
	}

	@Test
	void aTraceThatLostItsBeginningGoesOnFromAState() throws IOException {
		List<String> traces = RecordedCluster.afterSeconds(900);
		for (String trace : traces) {
			assertThat(trace.lines().skip(2).findFirst()).hasValueSatisfying(
					(line) -> assertThat(line).containsPattern("^\\d{3,} Resumed\\(state=QuorumState\\("));
			assertThat(replay(trace)).isEqualTo(ReplayCommand.SAME);
			assertThat(TraceReplay.replay(trace.lines().toList()).inputs()).isBetween(4096, 5000);
		}
	}

	@Test
	void whatCannotBeReadIsNamedWithItsLine() throws IOException {
		assertThat(replay("{}")).isEqualTo(ReplayCommand.UNUSABLE);
		assertThat(verdict()).contains("Line 1: a trace begins with 'leader-election-trace 1', but there is '{}'");
		assertThat(replay(leader.replaceFirst("wallMillis=\\d+", "wallMillis=soon"))).isEqualTo(ReplayCommand.UNUSABLE);
		assertThat(verdict()).containsPattern("Line 3, column \\d+: a whole number of 64 bits should stand here, but");
		assertThat(replay(leader.replaceFirst("\n7 .*", ""))).isEqualTo(ReplayCommand.UNUSABLE);
		assertThat(verdict()).contains("Line 10: input 6 is followed by 8");
		assertThat(replay(leader.replaceFirst("\n0 .*", ""))).isEqualTo(ReplayCommand.UNUSABLE);
		assertThat(verdict()).contains("Line 3: a trace begins with a start or a state");
		assertThat(replay(leader.replace("\"quorum\"", "\"paxos\""))).isEqualTo(ReplayCommand.UNUSABLE);
		assertThat(verdict()).contains("'paxos'");
	}

	@Test
	void anAlgorithmThatIsNamedHasToBeThatOfTheTrace() throws IOException {
		assertThat(replay(leader, "--algorithm", "quorum")).isEqualTo(ReplayCommand.SAME);
		assertThat(replay(leader, "--algorithm", "lease")).isEqualTo(ReplayCommand.UNUSABLE);
		assertThat(verdict()).contains("'--algorithm lease'", "'quorum'");
	}

	@Test
	void aCommandWithoutSenseSaysWhatToWrite() {
		for (List<String> arguments : List.of(List.<String>of(), List.of("--file"), List.of("--seed", "1"),
				List.of("--file", this.file.toString()), List.of("--file", "x", "--from", "y"))) {
			assertThat(new ReplayCommand(this.lines::add).execute(arguments)).isEqualTo(ReplayCommand.UNUSABLE);
		}
		assertThat(this.lines).hasSize(5)
			.allMatch((line) -> line.matches("(?s).*(replay-trace|give |put one|use \\[).*"));
	}

}
