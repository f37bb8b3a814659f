package io.github.leaderelection.internal.store.real;

import java.io.IOException;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Collections;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.springframework.boot.convert.DurationStyle;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What is configured where nothing is set, as the metadata says.
 */
public final class Presets {

	/** What a node that waits may ask of its store. */
	public static final double REQUESTS_A_MINUTE = 75;

	private Presets() {
	}

	/** How often a node that waits reads the record. */
	public static double readsAMinute() throws IOException {
		return Duration.ofMinutes(1).toMillis() / (double) duration("leader-election.retry-interval").toMillis();
	}

	/** A setting that is a time. */
	public static Duration duration(String key) throws IOException {
		Pattern named = Pattern.compile("\\{[^{}]*\"" + Pattern.quote(key) + "\"[^{}]*}");
		Pattern preset = Pattern.compile("\"defaultValue\":\\s*\"([^\"]+)\"");
		for (URL url : Collections
			.list(Presets.class.getClassLoader().getResources("META-INF/spring-configuration-metadata.json"))) {
			Matcher setting = named.matcher(new String(url.openStream().readAllBytes(), StandardCharsets.UTF_8));
			if (setting.find()) {
				Matcher value = preset.matcher(setting.group());
				assertThat(value.find()).as(setting.group()).isTrue();
				return DurationStyle.detectAndParse(value.group(1));
			}
		}
		throw new AssertionError("No metadata names " + key);
	}

}
