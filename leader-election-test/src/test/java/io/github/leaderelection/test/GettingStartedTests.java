package io.github.leaderelection.test;

import java.io.IOException;
import java.io.InputStream;
import java.io.StringWriter;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import org.springframework.beans.factory.config.YamlPropertiesFactoryBean;
import org.springframework.boot.json.JsonParserFactory;
import org.springframework.core.io.ByteArrayResource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The application of the guide's first page compiles, and the artifacts and settings it
 * names are there.
 */
class GettingStartedTests {

	private static final String METADATA = "META-INF/spring-configuration-metadata.json";

	private static final String GROUP = "io.github.leaderelection";

	private static final Pattern JAVA_FILE = Pattern
		.compile("\\[`(src/[\\w/]+\\.java)`]\\([^)]+\\):\\n\\n```java\\n(.*?)```", Pattern.DOTALL);

	private static final Pattern JAVA = Pattern.compile("^```java$", Pattern.MULTILINE);

	private static final Pattern XML = Pattern.compile("```xml\\n(.*?)```", Pattern.DOTALL);

	private static final Pattern YAML = Pattern.compile("```yaml\\n(.*?)```", Pattern.DOTALL);

	private static final Pattern ARGUMENT = Pattern.compile("--([a-z-]+\\.[a-z.-]+)");

	private static final Pattern KEY = Pattern.compile("`(leader-election\\.[a-z.-]+)`");

	private static final Pattern DEPENDENCY = Pattern.compile("<dependency>\\s*<groupId>([^<]+)</groupId>\\s*"
			+ "<artifactId>([^<]+)</artifactId>\\s*(?:<version>([^<]+)</version>)?");

	private static final Pattern PARENT = Pattern.compile(
			"<parent>.*?<artifactId>([^<]+)</artifactId>\\s*<version>([^<]+)</version>.*?</parent>", Pattern.DOTALL);

	private static final Pattern OWN_ARTIFACT = Pattern.compile("</parent>\\s*<artifactId>([^<]+)</artifactId>");

	private static final Pattern COORDINATES = Pattern.compile("\\(\"([\\w.-]+):([\\w.-]+)(?::([\\w.-]+))?\"\\)");

	private static final Pattern PLUGIN = Pattern
		.compile("id\\(\"org\\.springframework\\.boot\"\\) version \"([^\"]+)\"");

	private static final Pattern RELEASE = Pattern.compile("(?:<java\\.version>|options\\.release = )(\\d+)");

	private static String page;

	private static String project;

	@BeforeAll
	static void read() throws IOException {
		page = Files.readString(Path.of("..", "docs", "getting-started.md"));
		project = Files.readString(Path.of("..", "pom.xml"));
	}

	private static List<MatchResult> all(Pattern pattern, String text) {
		return pattern.matcher(text).results().toList();
	}

	private static List<String> firsts(Pattern pattern, String text) {
		return all(pattern, text).stream().map((found) -> found.group(1)).toList();
	}

	/** The value of an element of the project that stands there once. */
	private static String setting(String element) {
		List<String> values = firsts(Pattern.compile("<" + element + ">([^<]+)</" + element + ">"), project);
		assertThat(values).as(element).hasSize(1);
		return values.get(0);
	}

	@Test
	void everyFileOfTheApplicationCompiles(@TempDir Path directory) throws IOException {
		List<Path> sources = new ArrayList<>();
		for (MatchResult found : all(JAVA_FILE, page)) {
			Path source = directory.resolve(found.group(1));
			Files.createDirectories(source.getParent());
			sources.add(Files.writeString(source, found.group(2)));
		}
		assertThat(sources).hasSize(all(JAVA, page).size()).hasSizeGreaterThanOrEqualTo(3);
		JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
		StringWriter said = new StringWriter();
		try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, StandardCharsets.UTF_8)) {
			boolean compiled = compiler
				.getTask(said, files, null,
						List.of("-proc:none", "--release", release(), "-d", directory.toString(), "-cp",
								System.getProperty("java.class.path")),
						null, files.getJavaFileObjectsFromPaths(sources))
				.call();
			assertThat(compiled).as(said.toString()).isTrue();
		}
	}

	private static String release() {
		List<String> releases = firsts(RELEASE, page);
		assertThat(releases).hasSize(2).containsOnly(setting("maven.compiler.release"));
		return releases.get(0);
	}

	@Test
	void everySettingIsKnown() throws IOException {
		Set<String> named = new TreeSet<>();
		for (String yaml : firsts(YAML, page)) {
			named.addAll(keys(yaml));
		}
		assertThat(named).contains("leader-election.peers", "management.endpoint.leader.access");
		named.addAll(firsts(ARGUMENT, page));
		named.addAll(firsts(KEY, page));
		assertThat(named).contains("server.port", "leader-election.transport.secret");
		assertThat(known()).containsAll(named);
	}

	private static Set<String> keys(String yaml) {
		YamlPropertiesFactoryBean bean = new YamlPropertiesFactoryBean();
		bean.setResources(new ByteArrayResource(yaml.getBytes(StandardCharsets.UTF_8)));
		Properties properties = bean.getObject();
		assertThat(properties).isNotEmpty();
		return properties.stringPropertyNames()
			.stream()
			.map((key) -> key.replaceAll("\\[\\d+]", ""))
			.collect(Collectors.toSet());
	}

	private static Set<String> known() throws IOException {
		Set<String> names = new TreeSet<>();
		for (URL metadata : Collections.list(GettingStartedTests.class.getClassLoader().getResources(METADATA))) {
			try (InputStream stream = metadata.openStream()) {
				String text = new String(stream.readAllBytes(), StandardCharsets.UTF_8);
				Object properties = JsonParserFactory.getJsonParser().parseMap(text).get("properties");
				((List<?>) properties).forEach((each) -> names.add((String) ((Map<?, ?>) each).get("name")));
			}
		}
		return names;
	}

	@Test
	void mavenFindsTheArtifactsOfThisProject() throws IOException {
		List<String> poms = firsts(XML, page);
		assertThat(poms).hasSize(1);
		assertThat(all(PARENT, poms.get(0))).singleElement()
			.satisfies((found) -> assertThat(found.group(1)).isEqualTo("spring-boot-starter-parent"),
					(found) -> assertThat(found.group(2)).isEqualTo(setting("spring-boot.version")));
		requireKnown(all(DEPENDENCY, poms.get(0)));
	}

	@Test
	void gradleFindsTheArtifactsOfThisProject() throws IOException {
		assertThat(firsts(PLUGIN, page)).containsExactly(setting("spring-boot.version"));
		requireKnown(all(COORDINATES, page));
	}

	private static void requireKnown(List<MatchResult> dependencies) throws IOException {
		List<MatchResult> own = dependencies.stream().filter((found) -> found.group(1).equals(GROUP)).toList();
		assertThat(own).hasSizeGreaterThanOrEqualTo(2);
		assertThat(own).extracting((found) -> found.group(3))
			.filteredOn(Objects::nonNull)
			.isNotEmpty()
			.containsOnly(version());
		Set<String> artifacts = artifacts();
		assertThat(own).allSatisfy((found) -> assertThat(artifacts).contains(found.group(2)));
	}

	@Test
	void bomNamesEveryModuleThatShips() throws IOException {
		Set<String> ships = new TreeSet<>();
		for (String module : firsts(Pattern.compile("<module>([^<]+)</module>"), project)) {
			if (module.startsWith("leader-election-") && !module.equals("leader-election-bom")) {
				ships.addAll(firsts(OWN_ARTIFACT, Files.readString(Path.of("..", module, "pom.xml"))));
			}
		}
		String bom = Files.readString(Path.of("..", "leader-election-bom", "pom.xml"));
		assertThat(
				firsts(Pattern.compile("<artifactId>([^<]+)</artifactId>\\s*<version>\\$\\{project\\.version\\}"), bom))
			.containsExactlyInAnyOrderElementsOf(ships);
		assertThat(bom).contains("<version>" + version() + "</version>");
	}

	private static String version() {
		return firsts(Pattern.compile("<artifactId>leader-election-parent</artifactId>\\s*<version>([^<]+)</version>"),
				project)
			.get(0);
	}

	private static Set<String> artifacts() throws IOException {
		Set<String> artifacts = new TreeSet<>(Set.of("leader-election-bom"));
		for (String module : firsts(Pattern.compile("<module>([^<]+)</module>"), project)) {
			String pom = Files.readString(Path.of("..", module, "pom.xml"));
			artifacts.addAll(firsts(OWN_ARTIFACT, pom));
		}
		return artifacts;
	}

}
