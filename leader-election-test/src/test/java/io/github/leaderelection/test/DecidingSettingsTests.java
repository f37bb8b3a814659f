package io.github.leaderelection.test;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

import io.github.leaderelection.internal.keys.ConfiguredKeysCheck;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.support.DefaultListableBeanFactory;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.StandardEnvironment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatException;

/**
 * The settings that decide which beans there are, as the sources of all modules name them
 * in conditions.
 */
class DecidingSettingsTests {

	private static final Pattern SWITCH = Pattern.compile("@ConditionalOnBooleanProperty\\(([^)]*)\\)");

	private static final Pattern PROPERTY = Pattern.compile("@ConditionalOn(?:Boolean)?Property\\(([^)]*)\\)");

	private static final Pattern ENABLED = Pattern
		.compile("@ConditionalOnEnabled(Health|Info)[A-Za-z]+\\(\"([a-z-]+)\"\\)");

	private static final Pattern KEY = Pattern.compile("\"([a-z-]+\\.[a-z.-]+)\"");

	@Test
	void switchesAreTrueOrFalse() throws IOException {
		Set<String> switches = keys(SWITCH);
		assertThat(switches.remove("leader-election.fencing.filter.enabled")).as("of a module that checks it").isTrue();
		assertThat(switches).contains("leader-election.enabled");
		assertThat(switches).allSatisfy((key) -> {
			StandardEnvironment environment = new StandardEnvironment();
			environment.getPropertySources().addFirst(new MapPropertySource("file", Map.of(key, "on")));
			assertThatException().isThrownBy(
					() -> new ConfiguredKeysCheck(environment).postProcessBeanFactory(new DefaultListableBeanFactory()))
				.withMessageStartingWith(key + "=on");
		});
	}

	@Test
	void settingsThatDecideBeansAreOnThePageOfProcessingAheadOfTime() throws IOException {
		Set<String> deciding = keys(PROPERTY);
		for (Path source : CommonRulesTests.sources()) {
			ENABLED.matcher(Files.readString(source))
				.results()
				.map((found) -> "management." + found.group(1).toLowerCase(Locale.ROOT) + "." + found.group(2)
						+ ".enabled")
				.forEach(deciding::add);
		}
		assertThat(deciding).contains("leader-election.store", "leader-election.kubernetes.pod-label",
				"management.health.leader.enabled", "management.info.leader.enabled");
		String page = Files.readString(Path.of("..", "docs", "compatibility.md"));
		String section = page.substring(page.indexOf("## Processing ahead of time"),
				page.indexOf("## Virtual threads"));
		assertThat(deciding).allSatisfy((key) -> assertThat(section).contains("`" + key + "`"));
	}

	/** The keys in the conditions that a pattern finds. Each names one. */
	private static Set<String> keys(Pattern condition) throws IOException {
		Set<String> keys = new TreeSet<>();
		for (Path source : CommonRulesTests.sources()) {
			List<MatchResult> conditions = condition.matcher(Files.readString(source)).results().toList();
			for (MatchResult found : conditions) {
				List<String> named = KEY.matcher(found.group(1)).results().map((key) -> key.group(1)).toList();
				assertThat(named).as("%s in %s", found.group(), source).hasSize(1);
				keys.addAll(named);
			}
		}
		return keys;
	}

}
