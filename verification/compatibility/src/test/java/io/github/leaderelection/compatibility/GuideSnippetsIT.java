package io.github.leaderelection.compatibility;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import org.springframework.core.test.tools.SourceFile;
import org.springframework.core.test.tools.SourceFiles;
import org.springframework.core.test.tools.TestCompiler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNoException;

/**
 * What the guide shows of Java compiles as it stands there, once pasted into a file. What
 * names a file of an example is a part of it.
 */
class GuideSnippetsIT {

	private static final Path ROOT = Path.of("..", "..");

	/** Needs WebFlux, and is compared with sources that are compiled elsewhere. */
	private static final String ELSEWHERE = "fencing.md";

	private static final Pattern JAVA = Pattern.compile("```java\\n(.*?)```", Pattern.DOTALL);

	private static final Pattern OF_EXAMPLE = Pattern.compile(
			"\\]\\((?:\\.\\./)*(examples/[^)]+\\.(?:java|xml|yaml))\\)[^\\n]*:\\n\\n```\\w+\\n(.*?)```",
			Pattern.DOTALL);

	private static final Pattern EXAMPLE = Pattern.compile("<module>(examples/\\w+)</module>");

	private static List<Path> guide() throws IOException {
		List<Path> pages = new ArrayList<>(List.of(ROOT.resolve("README.md")));
		try (Stream<Path> files = Files.walk(ROOT.resolve("docs"))) {
			files.filter((file) -> file.toString().endsWith(".md")).sorted().forEach(pages::add);
		}
		return pages;
	}

	static Stream<Path> pages() throws IOException {
		return guide().stream().filter((page) -> !page.endsWith(ELSEWHERE) && !snippets(page).isEmpty());
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

	@Test
	void snippetsOfExamplesArePartsOfThem() throws IOException {
		Set<String> shown = new TreeSet<>();
		for (Path page : guide()) {
			for (MatchResult found : OF_EXAMPLE.matcher(Files.readString(page)).results().toList()) {
				assertThat(isPart(found.group(2), Files.readAllLines(ROOT.resolve(found.group(1)))))
					.as("%s shows what is in %s", page, found.group(1))
					.isTrue();
				shown.add(Path.of(found.group(1)).subpath(0, 2).toString());
			}
		}
		assertThat(shown).hasSizeGreaterThanOrEqualTo(5);
		assertThat(EXAMPLE.matcher(Files.readString(ROOT.resolve("pom.xml"))).results().map((found) -> found.group(1)))
			.hasSize(6)
			.containsAll(shown);
	}

	/** Whether the lines stand together in a file, whatever all are indented by. */
	private static boolean isPart(String snippet, List<String> file) {
		String text = snippet.stripTrailing().stripIndent();
		int length = (int) text.lines().count();
		return IntStream.rangeClosed(0, file.size() - length)
			.anyMatch((from) -> String.join("\n", file.subList(from, from + length)).stripIndent().equals(text));
	}

}
