package io.github.leaderelection.sample;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.test.context.SpringBootTest;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What the alerts and the dashboard name is there in a running application.
 */
@SpringBootTest(webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT, properties = { "leader-election.peers=",
		"leader-election.standalone=true", "spring.datasource.url=jdbc:h2:mem:monitoring", "sample.database=unused" })
class MonitoringFilesTests {

	private static final Pattern METRIC = Pattern.compile("\\bleader_(election|assignments)_[a-z_]+");

	/** Made by Micrometer of observations, and there only once there was one. */
	private static final Pattern OBSERVED = Pattern.compile("leader_election_(election|drain|forwarding)_.*");

	private static final Pattern ANCHOR = Pattern.compile("runbook: docs/([a-z]+\\.md)#(\\S+)");

	private static final Path DOCS = Path.of("..", "docs");

	@Value("${local.server.port}")
	private int port;

	@Test
	void everyMetricThatTheAlertsAndTheDashboardNameIsScraped() throws IOException, InterruptedException {
		Set<String> scraped = scraped();
		assertThat(scraped).contains("leader_election_leading", "leader_assignments_owned");
		for (String file : List.of("alerts.yaml", "alerts-test.yaml", "dashboard.json")) {
			Set<String> named = named(read("monitoring/" + file));
			assertThat(named).as(file).hasSizeGreaterThan(4).isSubsetOf(scraped);
		}
	}

	@Test
	void theDashboardShowsEveryMetric() throws IOException, InterruptedException {
		Set<String> scraped = scraped();
		assertThat(named(read("monitoring/dashboard.json"))).isEqualTo(scraped);
	}

	@Test
	void everyPanelStandsInTheRowOfWhatItShows() throws IOException {
		Map<String, List<JsonNode>> rows = new LinkedHashMap<>();
		String row = "none";
		for (JsonNode panel : JsonMapper.shared().readTree(read("monitoring/dashboard.json")).path("panels")) {
			if (panel.path("type").asString().equals("row")) {
				row = panel.path("title").asString();
			}
			else {
				rows.computeIfAbsent(row, (title) -> new ArrayList<>()).add(panel);
			}
		}
		assertThat(rows).containsOnlyKeys("Leadership", "Election among members", "Store", "Assignments", "Work");
		rows.forEach((title, panels) -> {
			assertThat(panels.toString().contains("leader_assignments_")).as(title)
				.isEqualTo(title.equals("Assignments"));
			assertThat(panels.toString().contains("leader_election_store_")).as(title).isEqualTo(title.equals("Store"));
		});
	}

	@Test
	void everyAlertNamesAPartOfTheRunbook() throws IOException {
		String rules = read("monitoring/alerts.yaml");
		List<MatchResult> named = ANCHOR.matcher(rules).results().toList();
		assertThat(named).hasSameSizeAs(rules.lines().filter((line) -> line.contains("- alert:")).toList());
		for (MatchResult each : named) {
			assertThat(anchors(each.group(1))).contains(each.group(2));
		}
	}

	private static Set<String> anchors(String page) throws IOException {
		return read(page).lines()
			.filter((line) -> line.startsWith("#"))
			.map((line) -> line.replaceFirst("^#+ ", "").toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9 -]", ""))
			.map((heading) -> heading.replace(' ', '-'))
			.collect(Collectors.toSet());
	}

	private static Set<String> named(String text) {
		return METRIC.matcher(text)
			.results()
			.map((match) -> match.group())
			.collect(Collectors.toCollection(TreeSet::new));
	}

	private static String read(String file) throws IOException {
		return Files.readString(DOCS.resolve(file));
	}

	private Set<String> scraped() throws IOException, InterruptedException {
		HttpRequest request = HttpRequest
			.newBuilder(URI.create("http://localhost:" + this.port + "/actuator/prometheus"))
			.build();
		HttpResponse<String> response = HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
		assertThat(response.statusCode()).isEqualTo(200);
		return response.body()
			.lines()
			.filter((line) -> METRIC.matcher(line).lookingAt())
			.map((line) -> line.replaceFirst("[{ ].*", ""))
			.filter((name) -> !OBSERVED.matcher(name).matches())
			.collect(Collectors.toCollection(TreeSet::new));
	}

}
