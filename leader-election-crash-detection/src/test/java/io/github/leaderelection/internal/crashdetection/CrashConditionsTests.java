package io.github.leaderelection.internal.crashdetection;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;

import io.github.leaderelection.internal.transport.spi.CrashDetector;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for the conditions of a {@link CrashDetector}.
 */
class CrashConditionsTests {

	private static final Pattern TABLE = Pattern.compile("\\| Condition \\| What breaks it \\|\\n.*?\\n\\n",
			Pattern.DOTALL);

	private static final Pattern ROW = Pattern.compile("^\\| ([A-Z][^|]*) \\|", Pattern.MULTILINE);

	@Test
	void conditionsAreThoseOfTheGuide() throws IOException {
		List<String> tables = TABLE.matcher(Files.readString(Path.of("..", "docs", "tuning.md")))
			.results()
			.map((found) -> found.group())
			.toList();
		assertThat(tables).hasSize(1);
		List<String> conditions = ROW.matcher(tables.get(0))
			.results()
			.map((found) -> found.group(1))
			.filter((first) -> !first.equals("Condition"))
			.toList();
		assertThat(CrashDetector.CONDITIONS).isEqualTo(conditions);
	}

}
