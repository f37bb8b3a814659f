package io.github.leaderelection.simulator.lab;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import io.github.leaderelection.simulator.lab.script.Catalogue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link LabCommand}.
 */
class LabCommandTests {

	@TempDir
	private Path directory;

	private final ByteArrayOutputStream out = new ByteArrayOutputStream();

	private final ByteArrayOutputStream err = new ByteArrayOutputStream();

	@Test
	void listNamesAllScenariosAndSteps() {
		assertThat(lab("--list")).isZero();
		assertThat(Catalogue.names()).isNotEmpty().allSatisfy((name) -> assertThat(out()).contains(name + "  "));
		assertThat(out()).contains("algorithms: ballot, bully, emergent, quorum").contains("crash NODES");
		assertThat(Catalogue.breaks()).isNotEmpty().allSatisfy((name) -> assertThat(out()).contains(name + "  "));
		assertThat(out()).contains("bully-split-brain  ", "S2 of bully, ring, emergent: ");
	}

	@Test
	void measuresAScenarioAndDrawsIt() throws IOException {
		assertThat(lab("--algorithm", "quorum", "--nodes", "5", "--scenario", "leader-crash", "--seeds", "4",
				"--pictures", this.directory.toString()))
			.isZero();
		assertThat(out()).contains("algorithm quorum, seeds 1 to 4").contains("4/4");
		for (String picture : List.of("timeline.svg", "sequence.md")) {
			Path file = this.directory.resolve("leader-crash-1-" + picture);
			assertThat(out()).contains(file.toString());
			assertThat(Files.readString(file)).contains("crash leader n")
				.contains(picture.endsWith(".svg") ? "<svg" : "```mermaid");
		}
	}

	@Test
	void scenarioOfAFileIsMeasured() throws IOException {
		Path file = this.directory.resolve("mine.lab");
		Files.writeString(file, """
				# Two nodes lead in turn.
				nodes = 3
				steps
				  start all
				  await leader
				  measure
				  resign leader
				  await nobody leads
				  await leader
				""");
		assertThat(lab("--scenario", file.toString(), "--seeds", "2", "--pictures", "none")).isZero();
		assertThat(out()).contains("mine").contains("2/2");
	}

	@Test
	void runningLeaderIsJudgedByTheSettingsItWasStartedWith() throws IOException {
		Path file = this.directory.resolve("mine.lab");
		Files.writeString(file, """
				steps
				  start all
				  await leader
				  set heartbeat of leader to 20 ms
				  set lease of leader to 300 ms
				  measure
				  watch 3 lease
				  expect no change
				""");
		assertThat(lab("--scenario", file.toString(), "--seeds", "2", "--pictures", "none")).isZero();
		assertThat(out()).contains("2/2").doesNotContain("promises broken");
	}

	@Test
	void whatDoesNotComeAboutIsToldWithItsSeedAndLine() throws IOException {
		Path file = this.directory.resolve("mine.lab");
		Files.writeString(file, "steps\n  start all\n  await leader within 1 us\n");
		assertThat(lab("--scenario", file.toString(), "--seeds", "2", "--from", "5", "--pictures", "none"))
			.isEqualTo(1);
		assertThat(out()).contains("0/2").contains("mine, seed 5: line 3, 'await leader within 1 us'");
	}

	@Test
	void settingsCanBeChanged() {
		assertThat(lab("--scenario", "leader-crash", "--seeds", "1", "--set", "lease=2s", "--set", "nodes = 3",
				"--pictures", "none"))
			.isZero();
		assertThat(out()).containsPattern("leader-crash +3 +2000ms");
	}

	@Test
	void brokenVariantIsKnownToBreakPromises() {
		assertThat(lab("--scenario", "leader-ping-pong-article", "--seeds", "2", "--pictures", "none")).isZero();
		assertThat(out()).contains("promises broken (as this variant must): S2 in 2 runs");
	}

	@Test
	void exerciseIsToldWithItsCounts() {
		assertThat(lab("--exercise", "bully-p7,bully-p5", "--from", "2")).isZero();
		assertThat(out()).contains("bully-p7: ", "(seed 2)", "1 Election, 0 Answer, 5 Coordinator",
				"4 Election, 3 Answer");
		assertThat(lab("--exercise", "bully-p9")).isEqualTo(2);
		assertThat(err()).contains("There is no exercise 'bully-p9'");
	}

	@Test
	void scenarioThatShowsAPromiseBrokenIsKeptIfItIsAndIsForSomeElectionsOnly() {
		assertThat(lab("--scenario", "break-one-lease-at-a-time", "--algorithm", "bully", "--seeds", "2", "--pictures",
				"none"))
			.isZero();
		assertThat(out()).contains("S2 in 2 runs").contains("2/2");
		assertThat(lab("--scenario", "break-one-lease-at-a-time", "--algorithm", "bully", "--seeds", "2", "--pictures",
				"none", "--set", "minimum-cluster-size=majority"))
			.isEqualTo(1);
		assertThat(out()).contains("S2 was to be seen broken, and was kept");
		assertThat(lab("--scenario", "break-one-lease-at-a-time", "--seeds", "1")).isEqualTo(2);
		assertThat(err()).contains("is not about quorum: choose one of [bully, ring, emergent]");
	}

	@Test
	void comparisonHasAllTablesAndPictures() throws IOException {
		assertThat(lab("--compare", "--algorithm", "bully,quorum", "--seeds", "1", "--pictures",
				this.directory.toString()))
			.isZero();
		assertThat(out())
			.contains("### cold-start", "### leader-crash", "### leader-resigns", "| rounds |",
					"### Most leaders at once, 6 nodes", "### Fewest live members of 5 that still elect")
			.contains("| bully | 2 | 1 | 1 | 2 | 1 |", "| quorum | 1 | 1 | 1 | 1 | 1 |", "| bully | 1 |",
					"| quorum | 3 |");
		for (String picture : List.of("messages", "downtime", "leaders")) {
			assertThat(Files.readString(this.directory.resolve("compare-" + picture + ".svg"))).startsWith("<svg")
				.contains("bully")
				.contains("quorum");
		}
	}

	@Test
	void wrongUseIsExplained() {
		assertThat(lab()).isEqualTo(2);
		assertThat(err()).contains("Which scenario?");
		assertThat(lab("--scenario")).isEqualTo(2);
		assertThat(err()).contains("'--scenario' has no value");
		assertThat(lab("--colour", "red")).isEqualTo(2);
		assertThat(err()).contains("'--colour' is no option");
		assertThat(lab("--scenario", "leader-crush")).isEqualTo(2);
		assertThat(err()).contains("There is no scenario 'leader-crush': use one of [leader-crash");
		assertThat(lab("--scenario", "no/such.lab")).isEqualTo(2);
		assertThat(err()).contains("There is no file 'no/such.lab'");
		assertThat(lab("--scenario", "leader-crash", "--algorithm", "dice")).isEqualTo(2);
		assertThat(err())
			.contains("algorithm=dice: There is no such algorithm. Choose one of [ballot, bully, emergent, quorum");
		assertThat(lab("--scenario", "leader-crash", "--seeds", "0")).isEqualTo(2);
		assertThat(err()).contains("--seeds 0 is out of range");
		assertThat(lab("--scenario", "leader-crash", "--seeds", "many")).isEqualTo(2);
		assertThat(err()).contains("'many' of --seeds is no number");
		assertThat(lab("--scenario", "leader-crash", "--set", "lease")).isEqualTo(2);
		assertThat(err()).contains("'--set lease' sets nothing");
		assertThat(lab("--scenario", "leader-crash", "--set", "lease=100ms")).isEqualTo(2);
		assertThat(err()).contains("is shorter than 5 heartbeats");
		assertThat(lab("--scenario", "leader-crash", "--nodes", "102")).isEqualTo(2);
		assertThat(err()).contains("There are 102 nodes: choose 1 to 101");
		assertThat(lab("--scenario", "rolling-restart", "--nodes", "3", "--seeds", "1")).isEqualTo(2);
		assertThat(err()).contains("there is no n3: there are 3 nodes").contains("line 14");
		assertThat(out()).isEmpty();
	}

	private int lab(String... args) {
		return new LabCommand(new PrintStream(this.out, true, StandardCharsets.UTF_8),
				new PrintStream(this.err, true, StandardCharsets.UTF_8))
			.execute(List.of(args));
	}

	private String out() {
		return this.out.toString(StandardCharsets.UTF_8);
	}

	private String err() {
		return this.err.toString(StandardCharsets.UTF_8);
	}

}
