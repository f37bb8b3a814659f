package io.github.leaderelection.simulator.mutants;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

import io.github.leaderelection.simulator.scenario.stage.NamedScenario;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What the guide says of tests, scenarios and mutants is there.
 */
class GuideTests {

	private static final int AT_LEAST_BUGS = 75;

	private static final String NOT_YET = "not yet";

	private final Guide guide = Guide.find();

	private final Set<String> known = known();

	GuideTests() throws IOException {
	}

	private static Set<String> known() {
		Set<String> names = MutantScenarios.all().map(NamedScenario::name).collect(Collectors.toSet());
		Mutants.all().forEach((mutant) -> names.add(mutant.name()));
		return names;
	}

	@Test
	void everyKnownBugNamesWhatWouldCatchItOrSaysThatNothingDoes() throws IOException {
		List<List<String>> bugs = this.guide.bugs();
		assertThat(bugs).hasSizeGreaterThanOrEqualTo(AT_LEAST_BUGS)
			.allSatisfy((row) -> assertThat(row).hasSize(4).doesNotContain(""));
		assertThat(bugs).allSatisfy((row) -> {
			String last = row.get(3);
			assertThat(last.contains(NOT_YET) || !Guide.quoted(last).isEmpty()).as(row.toString()).isTrue();
		});
	}

	@Test
	void whatWouldCatchAKnownBugExists() throws IOException {
		List<String> named = this.guide.bugs().stream().flatMap((row) -> Guide.quoted(row.get(3)).stream()).toList();
		assertThat(named).allSatisfy((name) -> assertThat(this.guide.hasTest(name) || this.known.contains(name))
			.as("'%s' is a test, a scenario or a mutant", name)
			.isTrue());
	}

	@Test
	void everyTestThatAPageNamesExists() throws IOException {
		for (Path page : this.guide.pagesAndProofs()) {
			List<String> named = Guide.quoted(Files.readString(page)).stream().filter(Guide::isNameOfTest).toList();
			assertThat(named).as(page.toString())
				.allSatisfy((name) -> assertThat(this.guide.hasTest(name)).as(name).isTrue());
		}
	}

	@Test
	void everyLineOfTheLogThatIsExplainedIsWritten() throws IOException {
		List<String> lines = this.guide.explainedLines();
		assertThat(lines).hasSizeGreaterThan(20);
		String written = this.guide.literals();
		assertThat(lines).allSatisfy((line) -> assertThat(line.split("…")).extracting(String::strip)
			.allSatisfy((part) -> assertThat(written.contains(part)).as("'%s' is written", part).isTrue()));
	}

	@Test
	void measuredTimesStandOnThePageOfFiguresAlone() throws IOException {
		for (Path page : this.guide.pagesAndProofs()) {
			assertThat(this.guide.measured(page)).as(page.toString()).isEmpty();
		}
	}

	@Test
	void everyFigureHasItsDateAndACommandThatExists() throws IOException {
		List<String> rows = this.guide.figures().stream().filter((row) -> !row.contains("easured on |")).toList();
		assertThat(rows).hasSizeGreaterThan(50).allSatisfy((row) -> {
			assertThat(row).matches(".*\\| 20\\d\\d-\\d\\d-\\d\\d[^|]*\\|");
			String[] cells = row.split(" \\| ");
			assertThat(Guide.quoted(cells[cells.length - 2])).map((command) -> command.split(" ")[0])
				.allMatch((name) -> this.guide.hasBenchmark(name) || name.equals("simulator") || name.startsWith("--"));
		});
	}

	@Test
	void theTableOfContentsHasEveryPage() throws IOException {
		Predicate<Path> listed = (page) -> !page.endsWith("README.md");
		assertThat(this.guide.contents()).filteredOn(listed)
			.containsExactlyInAnyOrderElementsOf(this.guide.pagesAndProofs().stream().filter(listed).toList());
	}

	@Test
	void everyLinkLeadsSomewhere() throws IOException {
		for (Path page : this.guide.pagesAndProofs()) {
			for (String link : Guide.links(page)) {
				assertThat(Guide.leads(page, link)).as("%s in %s", link, page).isTrue();
			}
		}
		Path readme = this.guide.pages().get(0);
		assertThat(Guide.links(readme)).hasSizeGreaterThan(20);
		assertThat(Guide.leads(readme, "docs/election.md#nowhere")).isFalse();
		assertThat(Guide.leads(readme, "docs/nowhere.md")).isFalse();
	}

	@Test
	void aNameThatIsNowhereIsNotFound() {
		assertThat(this.guide.hasTest("GuideTests#aNameThatIsNowhereIsNotFound")).isTrue();
		assertThat(this.guide.hasTest("GuideTests#aNameThatIsElsewhere")).isFalse();
		assertThat(this.guide.hasTest("NobodyTests")).isFalse();
		assertThat(this.guide.hasTest("two-votes-a-term")).isFalse();
		assertThat(this.known).contains("two-votes-a-term", "a suspended leader").doesNotContain("nobody");
	}

}
