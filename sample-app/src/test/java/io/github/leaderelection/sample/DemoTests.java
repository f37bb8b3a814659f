package io.github.leaderelection.sample;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The commands of the demo that the guide names are there.
 */
class DemoTests {

	private static final Path ROOT = Path.of("..");

	private static final Pattern COMMAND = Pattern.compile("\\./demo ((?:--)?[a-z-]+)");

	private static final Pattern PARTITIONS = Pattern.compile("^ *partitions: (\\d+)$", Pattern.MULTILINE);

	private static final Pattern ADDRESS = Pattern.compile("\\$\\(page_of \\d\\)|http://\\S+");

	@Test
	void helpTellsOfEachCommandThatTheGuideNames() throws IOException {
		Set<String> told = commands(help());
		assertThat(told).contains("--algorithm", "--store", "assignments", "kill-leader", "scale", "start", "status");
		try (Stream<Path> pages = Files.walk(ROOT.resolve("docs"))) {
			for (Path page : Stream.concat(Stream.of(ROOT.resolve("README.md")), pages)
				.filter((each) -> each.toString().endsWith(".md"))
				.toList()) {
				assertThat(told).as(page.toString()).containsAll(commands(Files.readString(page)));
			}
		}
		assertThat(commands(Files.readString(ROOT.resolve("README.md")))).contains("assignments", "kill-leader");
	}

	@Test
	void demoFindsHowManyPartitionsTheSampleHas() throws IOException {
		String settings = Files.readString(Path.of("src/main/resources/application.yaml"));
		assertThat(PARTITIONS.matcher(settings).results().map((found) -> found.group(1))).containsExactly("12");
		assertThat(Files.readString(ROOT.resolve("demo"))).contains("sed -n 's/^ *partitions: //p'");
	}

	@Test
	void firstAddressThatTheDemoPrintsIsThePageThatTheSampleExposes() throws IOException {
		String demo = Files.readString(ROOT.resolve("demo"));
		assertThat(ADDRESS.matcher(demo.substring(demo.indexOf("Where to look:"))).results().map(MatchResult::group))
			.first()
			.isEqualTo("$(page_of 1)");
		assertThat(demo).contains("\"http://localhost:$(port_of \"$1\")/actuator/leaderpage\"");
		assertThat(Files.readString(Path.of("src/main/resources/application.yaml")))
			.containsPattern("include: .*\\bleaderpage\\b");
	}

	private static String help() throws IOException {
		Process demo = new ProcessBuilder(List.of("bash", "demo", "--help")).directory(ROOT.toFile())
			.redirectErrorStream(true)
			.start();
		return new String(demo.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
	}

	private static Set<String> commands(String text) {
		Set<String> commands = new TreeSet<>();
		COMMAND.matcher(text).results().map((found) -> found.group(1)).forEach(commands::add);
		return commands;
	}

}
