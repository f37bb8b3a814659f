package io.github.leaderelection.simulator.lab;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

import io.github.leaderelection.Promise;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What the guide says of promises is what the elections say and the laboratory finds.
 */
class PromisesPageTests {

	private final List<String> page = page();

	PromisesPageTests() throws IOException {
	}

	private static List<String> page() throws IOException {
		Path above = Path.of("").toAbsolutePath();
		while (above != null && !Files.isRegularFile(above.resolve("docs/elections.md"))) {
			above = above.getParent();
		}
		if (above == null) {
			throw new IllegalStateException("There is no docs/elections.md above " + Path.of("").toAbsolutePath());
		}
		return Files.readAllLines(above.resolve("docs/elections.md"));
	}

	@Test
	void tableOfTheElectionsNamesThePromisesOfEach() {
		List<String> wanted = new ArrayList<>();
		for (Breaks breaks : Breaks.all()) {
			if (!breaks.majority()) {
				wanted.add(breaks.algorithm().name() + ": " + cell(breaks));
			}
		}
		List<String> found = this.page.stream()
			.filter((line) -> line.startsWith("| [`"))
			.map((line) -> line.split("\\|"))
			.map((cells) -> cells[1].replaceAll(".*`(.*)`.*", "$1").strip() + ": " + cells[3].strip())
			.toList();
		assertThat(found).containsExactlyInAnyOrderElementsOf(wanted);
	}

	private static String cell(Breaks breaks) {
		Set<Promise> more = new TreeSet<>();
		Breaks.all()
			.stream()
			.filter((other) -> other.majority() && other.algorithm() == breaks.algorithm())
			.forEach((other) -> more.addAll(other.promised()));
		more.removeAll(breaks.promised());
		return words(breaks.promised()) + (more.isEmpty() ? "" : "; with a majority as minimum also " + words(more));
	}

	private static String words(Set<Promise> promises) {
		return new TreeSet<>(promises).stream().map(Promise::name).collect(Collectors.joining(" "));
	}

	@Test
	void tableOfBrokenPromisesIsTheOneTheCommandPrints() {
		assertThat(this.page).containsSubsequence(new PromiseTable(1).lines());
	}

}
