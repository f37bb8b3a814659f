package io.github.leaderelection.system;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What modules describe to editors stands in the guide.
 */
class ConfigurationPageTests {

	private static final Path ROOT = Path.of("").toAbsolutePath().getParent().getParent();

	private static final String METADATA = "target/classes/META-INF/spring-configuration-metadata.json";

	private static final Pattern ROW = Pattern.compile("\\| `(?!management.endpoints)([a-z-]+(\\.[a-z-]+)*)");

	/** A word says more than the number or the text. */
	private static final Map<String, String> WORDS = Map.of("leader-election.gate.advisor-order", "outermost");

	@Test
	void everyKeyOfEveryModuleHasARowWithItsDefault() throws IOException {
		List<String> rows = Files.readAllLines(ROOT.resolve("docs/configuration.md"));
		for (JsonNode key : keys()) {
			String name = key.get("name").asString();
			String shown = name.replaceFirst("^leader-election\\.", "");
			assertThat(rows).filteredOn((row) -> row.matches("\\| `" + Pattern.quote(shown) + "(`|\\.<name>`) .*"))
				.as("rows of docs/configuration.md for " + name)
				.singleElement()
				.asString()
				.contains(defaultOf(key));
		}
	}

	@Test
	void everyKeyOfEveryModuleIsDescribed() throws IOException {
		assertThat(keys()).extracting((key) -> key.get("name").asString() + ": " + key.path("description").asString(""))
			.allMatch((key) -> key.endsWith(".") && !key.matches(".*: (The|A) .*"));
	}

	@Test
	void everyRowIsThatOfAKey() throws IOException {
		List<String> keys = keys().stream()
			.map((key) -> key.get("name").asString().replaceFirst("^leader-election\\.", ""))
			.toList();
		try (Stream<String> rows = Files.lines(ROOT.resolve("docs/configuration.md"))) {
			assertThat(rows.map(ROW::matcher).filter(Matcher::lookingAt).map((row) -> row.group(1)))
				.hasSizeGreaterThan(90)
				.isSubsetOf(keys);
		}
	}

	private static String defaultOf(JsonNode key) {
		JsonNode value = key.path("defaultValue");
		String text = value.isValueNode() ? value.asString() : "";
		String shown = text.matches("[a-z]+_[a-z]+") ? text.replace('_', '-') : text;
		return WORDS.getOrDefault(key.get("name").asString(), text.isEmpty() ? "| " : "| `" + shown + "`");
	}

	private static List<JsonNode> keys() throws IOException {
		try (Stream<Path> modules = Files.walk(ROOT, 2)) {
			List<Path> described = modules.map((module) -> module.resolve(METADATA)).filter(Files::exists).toList();
			assertThat(described).as("modules with keys").hasSizeGreaterThan(5);
			return described.stream()
				.flatMap(
						(file) -> JsonMapper.builder().build().readTree(file.toFile()).path("properties").valueStream())
				.filter((key) -> key.get("name")
					.asString()
					.matches("leader-election\\..*|.*\\.leader(-known|-assignments|page)?\\..*"))
				.toList();
		}
	}

}
