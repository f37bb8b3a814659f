package io.github.leaderelection.compatibility;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import org.springframework.core.test.tools.SourceFile;
import org.springframework.core.test.tools.SourceFiles;
import org.springframework.core.test.tools.TestCompiler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNoException;

/**
 * What the guide shows of Java compiles as it stands there, once pasted into a file.
 */
class GuideSnippetsIT {

	private static final Path ROOT = Path.of("..", "..");

	/** Needs WebFlux, and is compared with sources that are compiled elsewhere. */
	private static final String ELSEWHERE = "fencing.md";

	private static final Pattern JAVA = Pattern.compile("```java\\n(.*?)```", Pattern.DOTALL);

	static Stream<Path> pages() throws IOException {
		List<Path> pages = new ArrayList<>(List.of(ROOT.resolve("README.md")));
		try (Stream<Path> files = Files.walk(ROOT.resolve("docs"))) {
			files.filter((file) -> file.toString().endsWith(".md")).sorted().forEach(pages::add);
		}
		return pages.stream().filter((page) -> !page.endsWith(ELSEWHERE) && !snippets(page).isEmpty());
	}

	private static List<SourceFile> snippets(Path page) {
		try {
			return JAVA.matcher(Files.readString(page))
				.results()
				.map((found) -> SourceFile.of(found.group(1)))
				.toList();
		}
		catch (IOException ex) {
			throw new IllegalStateException(ex);
		}
	}

	/** Snippets of one page may use one another, unless two have the same name. */
	private static List<SourceFiles> together(Path page) {
		List<SourceFiles> compilations = new ArrayList<>();
		for (SourceFile snippet : snippets(page)) {
			int place = 0;
			while (place < compilations.size() && compilations.get(place)
				.stream()
				.anyMatch((other) -> other.getPath().equals(snippet.getPath()))) {
				place++;
			}
			if (place == compilations.size()) {
				compilations.add(SourceFiles.none());
			}
			compilations.set(place, compilations.get(place).and(snippet));
		}
		return compilations;
	}

	@ParameterizedTest
	@MethodSource("pages")
	void snippetsCompile(Path page) {
		assertThat(together(page)).isNotEmpty()
			.allSatisfy((sources) -> assertThatNoException()
				.isThrownBy(() -> TestCompiler.forSystem().withSources(sources).compile((compiled) -> {
				})));
	}

}
