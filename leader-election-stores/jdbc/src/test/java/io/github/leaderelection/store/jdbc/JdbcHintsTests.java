package io.github.leaderelection.store.jdbc;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import io.github.leaderelection.internal.hints.ElectionHints;
import org.junit.jupiter.api.Test;

import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.TypeReference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.springframework.aot.hint.predicate.RuntimeHintsPredicates.reflection;
import static org.springframework.aot.hint.predicate.RuntimeHintsPredicates.resource;

/**
 * Tests for {@link JdbcHints}: a native image has what the sources look for by name.
 */
class JdbcHintsTests {

	private static final Path MAIN = Path.of("src", "main");

	private static final Pattern LOOKED_FOR = Pattern.compile("isPresent\\(\\s*\"([\\w.]+)\"");

	@Test
	void everyClassThatIsLookedForIsKept() throws IOException {
		Set<String> named = new TreeSet<>();
		for (Path source : files(MAIN.resolve("java"))) {
			LOOKED_FOR.matcher(Files.readString(source)).results().forEach((found) -> named.add(found.group(1)));
		}
		assertThat(JdbcHints.LOOKED_FOR).containsExactlyElementsOf(named);
	}

	@Test
	void classesOfTheStoreAreKept() {
		RuntimeHints hints = new RuntimeHints();
		new ElectionHints().registerHints(hints, JdbcHintsTests.class.getClassLoader());
		assertThat(reflection().onType(TypeReference.of("org.springframework.jdbc.core.JdbcOperations")))
			.accepts(hints);
	}

	@Test
	void everyScriptIsKept() throws IOException {
		RuntimeHints hints = new RuntimeHints();
		new JdbcHints().registerHints(hints, JdbcHintsTests.class.getClassLoader());
		Path root = MAIN.resolve("resources");
		List<Path> scripts = files(root).stream().filter((path) -> path.toString().endsWith(".sql")).toList();
		assertThat(scripts).hasSizeGreaterThan(5)
			.allSatisfy((
					script) -> assertThat(resource().forResource(root.relativize(script).toString().replace('\\', '/')))
						.accepts(hints));
	}

	private static List<Path> files(Path directory) throws IOException {
		try (Stream<Path> files = Files.walk(directory)) {
			return files.filter(Files::isRegularFile).toList();
		}
	}

}
