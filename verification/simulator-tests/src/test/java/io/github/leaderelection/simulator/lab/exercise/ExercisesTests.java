package io.github.leaderelection.simulator.lab.exercise;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;

import io.github.leaderelection.simulator.lab.stage.Recording;
import io.github.leaderelection.simulator.lab.stage.Recording.Fault;
import io.github.leaderelection.simulator.lab.stage.Recording.Kind;
import io.github.leaderelection.simulator.lab.stage.Recording.Span;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * Tests for {@link Exercises}: the figures each has to come to, whatever the seed.
 */
class ExercisesTests {

	@ParameterizedTest
	@ValueSource(longs = { 1, 2, 3 })
	void nextOfSevenNoticesAndTellsFiveOthers(long seed) {
		Story story = run("bully-p7", seed);
		assertCounted(story, 1, 0, 5);
		assertThat(story.figure("leader")).isEqualTo(6);
		assertThat(messages(story)).hasSize(6)
			.first()
			.asString()
			.contains("P6 -> P7  Election")
			.contains("nobody is there");
		assertThat(messages(story)).filteredOn((line) -> line.contains("P6 -> ") && line.contains("Coordinator"))
			.hasSize(5);
	}

	@ParameterizedTest
	@ValueSource(longs = { 1, 2, 3 })
	void lowestOfSevenNoticesAndEachHigherOneStartsOnce(long seed) {
		Story story = run("bully-p7-seen-by-p1", seed);
		assertCounted(story, 21, 15, 5);
		assertThat(story.figure("leader")).isEqualTo(6);
		assertThat(messages(story)).hasSize(41).first().asString().contains("P1 -> ");
	}

	@ParameterizedTest
	@ValueSource(longs = { 1, 2, 3 })
	void fifthOfSevenIsGoneAndNothingIsSaidUnlessAnElectionIsForced(long seed) {
		Story story = run("bully-p5", seed);
		assertThat(story.figure("messages unasked")).isZero();
		assertCounted(story, 3 + 1, 2 + 1, 6);
		assertThat(story.figure("leader")).isEqualTo(7);
		assertThat(messages(story)).hasSize(13).first().asString().contains("P4 -> ");
	}

	@ParameterizedTest
	@ValueSource(longs = { 1, 2, 3 })
	void onlyTokensOfTheLockServiceEndTheSplitBrain(long seed) {
		Story story = run("bully-split-brain", seed);
		long both = story.figure("microseconds of two leaders");
		assertThat(both).isGreaterThan(3_000_000);
		assertThat(story.figure("token of P3")).isEqualTo(story.figure("token of P6"));
		for (String useless : List.of("no tokens", "tokens of the election")) {
			assertThat(refused(story, useless)).isZero();
			assertThat(story.figure(useless + ": accepted of P3")).isGreaterThan(100);
			assertThat(story.figure(useless + ": accepted of P6")).isGreaterThan(100);
			assertThat(story.figure(useless + ": microseconds mixed")).isBetween(both - 60_000, both);
		}
		String locked = "tokens of the lock service";
		assertThat(story.figure(locked + ": microseconds mixed")).isZero();
		assertThat(story.figure(locked + ": changes of writer")).isEqualTo(1);
		assertThat(refused(story, locked)).isGreaterThan(100);
		assertThat(Math.min(story.figure(locked + ": refused of P3"), story.figure(locked + ": refused of P6")))
			.isZero();
	}

	/** No fence runs but that of the majority, and nobody leads before it is settled. */
	@ParameterizedTest
	@ValueSource(longs = { 1, 2, 3 })
	void formerLeaderIsSettledBeforeAnotherLeads(long seed) {
		for (String name : List.of("fence-confirms", "fence-fails", "fence-split")) {
			Recording recording = Objects.requireNonNull(Exercises.find(name).recording(seed));
			List<Span> reigns = recording.spans().stream().filter((span) -> span.kind() == Kind.LEADS).toList();
			assertThat(reigns).as(name).hasSize(2);
			int former = reigns.get(0).node();
			assertThat(reigns.get(1).node()).isNotEqualTo(former);
			Fault settled = recording.faults()
				.stream()
				.filter((fault) -> fault.text().endsWith(name.equals("fence-fails") ? "confirm-fenced" : "CONFIRMED"))
				.findFirst()
				.orElseThrow();
			assertThat(reigns.get(1).from()).isGreaterThan(settled.at());
			assertThat(recording.faults()).filteredOn((fault) -> fault.text().contains(" runs its fence for "))
				.isNotEmpty()
				.allMatch((fault) -> fault.text().endsWith(" runs its fence for n" + former)
						&& !fault.text().startsWith("n" + former));
		}
	}

	@Test
	void seedGivesTheSameStoryAgain() {
		assertThat(run("bully-split-brain", 4).lines()).isEqualTo(run("bully-split-brain", 4).lines());
	}

	/**
	 * Times are drawn, and with them who is heard first: any change of what the nodes say
	 * moves them. Counts are not.
	 */
	@Test
	void guideShowsWhatIsPrinted() throws IOException {
		Path above = Path.of("").toAbsolutePath();
		while (!Files.isRegularFile(above.resolve("docs/internals/lab.md"))) {
			above = above.getParent();
		}
		List<String> page = Files.readAllLines(above.resolve("docs/internals/lab.md"));
		List<String> shapes = page.stream().map(ExercisesTests::shape).toList();
		for (String name : List.of("bully-p7", "bully-p5", "bully-split-brain")) {
			List<String> printed = run(name, 1).lines();
			assertThat(shapes).as("put what 'lab --exercise %s' prints into docs/internals/lab.md", name)
				.containsAll(printed.stream().map(ExercisesTests::shape).toList());
			assertThat(page).containsAll(printed.stream().filter(ExercisesTests::isCount).toList());
		}
		assertThat(page)
			.containsAll(run("bully-p7-seen-by-p1", 1).lines().stream().filter(ExercisesTests::isCount).toList());
	}

	private static boolean isCount(String line) {
		return line.contains("messages of the algorithm");
	}

	private static String shape(String line) {
		return line.replaceAll("[0-9.]+", "#").replaceAll(" +", " ");
	}

	@Test
	void unknownNamesAreRefused() {
		assertThatIllegalArgumentException().isThrownBy(() -> Exercises.find("bully-p8"))
			.withMessageContaining("There is no exercise 'bully-p8'")
			.withMessageContaining("bully-p7-seen-by-p1");
		assertThatIllegalArgumentException().isThrownBy(() -> run("bully-p7", 1).figure("Letters"))
			.withMessageContaining("There is no figure 'Letters'");
	}

	private static Story run(String name, long seed) {
		return Exercises.find(name).run(seed);
	}

	private static void assertCounted(Story story, long elections, long answers, long coordinators) {
		assertThat(story.figure("Election")).isEqualTo(elections);
		assertThat(story.figure("Answer")).isEqualTo(answers);
		assertThat(story.figure("Coordinator")).isEqualTo(coordinators);
		assertThat(story.figure("messages")).isEqualTo(elections + answers + coordinators);
		assertThat(String.join("\n", story.lines()))
			.contains(elections + " Election, " + answers + " Answer, " + coordinators + " Coordinator");
	}

	private static long refused(Story story, String register) {
		return story.figure(register + ": refused of P3") + story.figure(register + ": refused of P6");
	}

	private static List<String> messages(Story story) {
		return story.lines().stream().filter((line) -> line.contains(" -> ")).toList();
	}

}
