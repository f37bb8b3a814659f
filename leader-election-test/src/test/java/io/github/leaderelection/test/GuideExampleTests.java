package io.github.leaderelection.test;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The examples of the guide are parts of tests that are compiled and run.
 */
class GuideExampleTests {

	private static final int AT_LEAST = 4;

	private static final Pattern EXAMPLE = Pattern.compile("```java\\n(.*?)```", Pattern.DOTALL);

	@Test
	void everyExampleIsPartOfATest() throws IOException {
		List<String> examples = EXAMPLE.matcher(Files.readString(Path.of("..", "docs", "testing.md")))
			.results()
			.map((example) -> withoutSpace(example))
			.toList();
		String tests = tests();
		assertThat(examples).hasSizeGreaterThanOrEqualTo(AT_LEAST)
			.allSatisfy((example) -> assertThat(tests).contains(example));
	}

	private static String withoutSpace(MatchResult example) {
		return example.group(1).replaceAll("\\s+", "");
	}

	private static String tests() throws IOException {
		Path directory = Path.of("src", "test", "java", "io", "github", "leaderelection", "test", "example");
		try (Stream<Path> files = Files.list(directory)) {
			StringBuilder all = new StringBuilder();
			for (Path file : files.collect(Collectors.toList())) {
				all.append(Files.readString(file).replaceAll("\\s+", "")).append('\n');
			}
			return all.toString();
		}
	}

}
