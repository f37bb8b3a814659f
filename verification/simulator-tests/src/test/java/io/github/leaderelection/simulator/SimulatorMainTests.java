package io.github.leaderelection.simulator;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

import io.github.leaderelection.simulator.options.Options;
import io.github.leaderelection.simulator.replay.RecordedCluster;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * Tests for {@link SimulatorMain}.
 */
class SimulatorMainTests {

	@Test
	void runEndsWithZeroIfAllPromisesAreKept() {
		assertThat(SimulatorMain.execute("run", "--seeds", "2", "--from", "11", "--minutes", "1", "--threads", "2"))
			.isZero();
		assertThat(SimulatorMain.execute("run", "--seeds", "2", "--algorithm", "lease")).isZero();
		assertThat(SimulatorMain.execute("replay", "--seed", "2", "--algorithm", "lease")).isZero();
	}

	@Test
	void aTraceIsReplayedFromItsFile(@TempDir Path directory) throws IOException {
		Path file = Files.writeString(directory.resolve("n0.trace"), RecordedCluster.afterSeconds(2).get(0));
		assertThat(SimulatorMain.execute("replay-trace", "--file", file.toString())).isZero();
		Files.writeString(file, Files.readString(file).replace("LEASE, at", "RETRY, at"));
		assertThat(SimulatorMain.execute("replay-trace", "--file", file.toString(), "--from", "900")).isEqualTo(1);
		assertThat(SimulatorMain.execute("replay-trace")).isEqualTo(2);
	}

	@Test
	void theOracleGivesALineForEachSeedWhateverTheThreads() {
		List<String> lines = oracle("--seeds", "3", "--from", "5", "--minutes", "1", "--threads", "2");
		assertThat(lines).hasSize(3)
			.allMatch((line) -> line.matches("quorum [567] [0-9a-f]{32} \\d+ grants, \\d+ events"))
			.doesNotHaveDuplicates()
			.isEqualTo(oracle("--seeds", "3", "--from", "5", "--minutes", "1", "--threads", "1"));
		assertThat(oracle("--algorithm", "raft", "--minutes", "1")).singleElement().asString().startsWith("raft 1 ");
		assertThat(SimulatorMain.execute("oracle", "--seed", "3")).isEqualTo(2);
	}

	private static List<String> oracle(String... options) {
		List<String> lines = new ArrayList<>();
		assertThat(new OracleCommand(lines::add).execute(List.of(options))).isZero();
		return lines;
	}

	@Test
	void exploreEndsWithZeroIfAllPromisesAreKept() {
		assertThat(SimulatorMain.execute("explore", "--nodes", "2", "--terms", "1", "--crashes", "1", "--losses", "2",
				"--duplicates", "1"))
			.isZero();
		assertThat(SimulatorMain.execute("explore", "--mode", "clocked", "--nodes", "2", "--terms", "1")).isZero();
	}

	@Test
	void exploreRefusesWhatItDoesNotUnderstand() {
		assertThat(SimulatorMain.execute("explore", "--nodes")).isEqualTo(2);
		assertThat(SimulatorMain.execute("explore", "--node", "3")).isEqualTo(2);
		assertThat(SimulatorMain.execute("explore", "--nodes", "three")).isEqualTo(2);
		assertThat(SimulatorMain.execute("explore", "--mode", "random")).isEqualTo(2);
		assertThat(SimulatorMain.execute("explore", "--nodes", "1")).isEqualTo(2);
		assertThat(SimulatorMain.execute("explore", "--rates", "sx")).isEqualTo(2);
	}

	@Test
	void runAndReplayRefuseWhatTheyDoNotKnow() {
		assertThat(SimulatorMain.execute("run", "--seeds", "1", "--minute", "1")).isEqualTo(2);
		assertThat(SimulatorMain.execute("run", "--seeds")).isEqualTo(2);
		assertThat(SimulatorMain.execute("run", "--seeds", "one")).isEqualTo(2);
		assertThat(SimulatorMain.execute("run", "--seeds", "1", "--algorithm", "paxos")).isEqualTo(2);
		assertThat(SimulatorMain.execute("replay", "--seed", "1", "--seeds", "1")).isEqualTo(2);
		assertThat(SimulatorMain.execute("replay", "--algorithm", "lease", "--seeds", "1")).isEqualTo(2);
		assertThat(SimulatorMain.execute("run", "--seeds", "1", "--algorithm", "lease", "--minutes", "1")).isEqualTo(2);
		assertThatIllegalArgumentException()
			.isThrownBy(() -> Options.read(List.of("--sedes", "1"), Set.of("--seeds", "--from")))
			.withMessage("'--sedes' is no option: use [--from, --seeds]");
		assertThatIllegalArgumentException().isThrownBy(() -> Options.read(List.of("--seeds"), Set.of("--seeds")))
			.withMessage("'--seeds' has no value: put one behind it");
	}

	@Test
	void anythingElseShowsTheUsage() {
		assertThat(SimulatorMain.execute()).isEqualTo(2);
		assertThat(SimulatorMain.execute("run")).isEqualTo(2);
		assertThat(SimulatorMain.execute("replay")).isEqualTo(2);
	}

}
