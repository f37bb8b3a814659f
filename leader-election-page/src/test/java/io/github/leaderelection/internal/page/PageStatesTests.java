package io.github.leaderelection.internal.page;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.openqa.selenium.Keys;
import tools.jackson.databind.json.JsonMapper;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The page in a browser, in each state that it may have to show.
 */
@EnabledIf("io.github.leaderelection.internal.page.Browser#isInstalled")
class PageStatesTests {

	private static final String GROUP = "/shop/actuator/leader/default";

	private static final int[] WIDTHS = { 360, 768, 1600 };

	/** It measures colours on a canvas of its own. */
	private static final String CANVAS_OF_AXE = "Canvas2D: Multiple readback operations";

	private static final int PICTURE_WIDTH = 1280;

	private static PageServer server;

	private static Browser browser;

	@BeforeAll
	static void open() throws IOException {
		server = new PageServer();
		server.show(Situation.of("healthy").state());
		browser = new Browser();
		openAnew();
	}

	private static void openAnew() {
		browser.open(server.address());
		eventually(() -> assertThat(browser.text("#age")).isEqualTo("live"));
	}

	@BeforeEach
	void sameView() {
		browser.width(PICTURE_WIDTH);
		browser.prefer(false, true);
	}

	@AfterAll
	static void close() {
		if (browser != null) {
			browser.close();
		}
		server.close();
	}

	private static String axe() throws IOException {
		try (InputStream in = PageStatesTests.class
			.getResourceAsStream("/META-INF/resources/webjars/axe-core/4.6.3/axe.min.js")) {
			return new String(in.readAllBytes(), StandardCharsets.UTF_8);
		}
	}

	private static void show(Situation situation) {
		server.show(situation.state());
		eventually(() -> assertThat(browser.text("#whose")).startsWith("Cluster " + cluster(situation)));
	}

	/** As the page shows it. */
	private static String cluster(Situation situation) {
		return situation.node().path("cluster").asString().replaceAll("\\p{Cf}", "⟨");
	}

	private static Situation healthy(String cluster) {
		Situation situation = Situation.of("healthy");
		situation.node().put("cluster", cluster);
		return situation;
	}

	private static Situation named(String name) {
		return Situation.all().filter((each) -> each.name().equals(name)).findFirst().orElseThrow();
	}

	private static void eventually(org.awaitility.core.ThrowingRunnable assertion) {
		Awaitility.await().pollInterval(Duration.ofMillis(20)).untilAsserted(assertion);
	}

	private static void assertQuiet() {
		assertThat(browser.messages()).filteredOn((each) -> !each.contains(CANVAS_OF_AXE)).isEmpty();
		assertThat(browser.addresses()).isNotEmpty().allSatisfy((each) -> assertThat(each).startsWith(server.host()));
		assertThat(browser.text(".failed")).isEmpty();
	}

	static List<Situation> situations() {
		return Situation.all().toList();
	}

	@ParameterizedTest
	@MethodSource("situations")
	void eachStateIsSaidInASentenceAndReadableByEverybody(Situation situation) throws IOException {
		show(situation);
		assertThat(browser.text("#sentence")).isEqualTo(situation.sentence());
		for (int width : WIDTHS) {
			browser.width(width);
			// Drawn again for its width.
			browser.script("dispatchEvent(new Event('resize'))");
			assertThat(browser.<Long>script("return document.documentElement.scrollWidth")).as("at %s pixels", width)
				.isLessThanOrEqualTo(width);
		}
		for (boolean dark : new boolean[] { false, true }) {
			browser.prefer(dark, true);
			assertThat(violations()).as(dark ? "dark" : "light").isEmpty();
		}
		assertQuiet();
	}

	private static List<String> violations() throws IOException {
		if (browser.<Boolean>script("return typeof axe === 'undefined'")) {
			browser.script(axe());
		}
		return browser.scriptWithCallback(
				"""
						const done = arguments[arguments.length - 1];
						axe.run({ resultTypes: ['violations'] }).then(({ violations }) => done(violations.flatMap(({ id, nodes }) =>
							nodes.map((node) => `${id}: ${node.html}: ${node.failureSummary}`))), (error) => done([String(error)]));""");
	}

	@Test
	void namesOfStrangersAreTextAndNothingElse() {
		show(named("hostile names"));
		assertThat(browser.text("main")).contains("<img src=x onerror=alert(1)>", "⟨U+202E⟩gnp.exe⟨U+0007⟩",
				"<script>alert(1)</script>⟨U+000A⟩⟨U+2066⟩⟨U+202E⟩ evil: \"quoted\"⟨U+0000⟩", "‹0›\"'&amp;</bdi>");
		assertThat(browser.text("#metadata tbody")).contains(
				"<img src=x onerror=alert(2)>⟨U+202E⟩ <script>alert(2)</script>⟨U+000A⟩⟨U+2066⟩",
				"__proto__ javascript:alert(3)", "</td></table><s>⟨U+0000⟩", "⟨U+202E⟩ خادم");
		assertThat(browser.text("#metadata")).contains("waits for ⟨U+202E⟩gnp.exe⟨U+0007⟩ and خادم");
		assertThat(browser.text("#fence")).contains("⟨U+202E⟩gnp.exe⟨U+0007⟩", "<img src=x onerror=alert(4)>");
		List<String> strange = browser
			.script("""
					const page = document.documentElement;
					return [...page.querySelectorAll('img, b, em, s, u, script:not([src]), [onload], [onerror], [href^=javascript]')]
						.map((each) => each.outerHTML)
						// What was said last is compared, and not shown.
					.concat(page.outerHTML.replace(/data-said="[^"]*"/, '').match(/[\\p{Cf}\\x00-\\x08\\x0b-\\x1f\\x7f-\\x9f\\u2028\\u2029]/gu) ?? []);""");
		assertThat(strange).isEmpty();
	}

	@Test
	void aStreamThatIsCutOrSilentIsReplacedByPollingAndOpenedAgain() {
		openAnew();
		server.stream(false);
		eventually(() -> assertThat(browser.text("#age")).isEqualTo("polled"));
		Situation next = healthy("while it polls");
		show(next);
		server.stream(true);
		browser.skip(Duration.ofSeconds(15));
		eventually(() -> assertThat(browser.text("#age")).isEqualTo("live"));
		server.silence(true);
		browser.skip(Duration.ofSeconds(5));
		eventually(() -> assertThat(browser.text("#age")).isEqualTo("polled"));
		server.silence(false);
		browser.skip(Duration.ofSeconds(15));
		eventually(() -> assertThat(browser.text("#age")).isEqualTo("live"));
	}

	@Test
	void buttonsAreThereOnlyWhereRequestsMayChangeSomething() {
		Situation acting = healthy("acting");
		show(acting);
		assertThat(browser.text("#act")).contains("Resign …", "Transfer …", "Pause …");
		Situation reading = healthy("reading");
		reading.state().put("acts", false);
		show(reading);
		assertThat(browser.text("#act")).isEmpty();
		browser.script("document.querySelector('#assignments [role=gridcell][tabindex]').click()");
		assertThat(browser.text("#assignments .entry")).contains("Owner").doesNotContain("Move …");
		browser.press(Keys.ESCAPE);
		for (String each : List.of("metadata lost", "metadata unsynchronised", "unsettled")) {
			Situation shown = named(each);
			shown.node().put("cluster", "reading " + each);
			shown.state().put("acts", false);
			show(shown);
			assertThat(browser.text("#fence") + browser.text("#metadata")).contains("✕");
			assertThat(
					browser.<List<?>>script("return [...document.querySelectorAll('#fence button, #metadata button')]"))
				.as(each)
				.isEmpty();
		}
		Situation unreachable = healthy("unreachable");
		unreachable.state().putNull("leader").put("traces", false);
		show(unreachable);
		assertThat(browser.text("#act")).isEmpty();
		assertThat(browser.text("#replay")).contains("not exposed over HTTP").doesNotContain("Load the trace");
	}

	@Test
	void leadershipIsGivenUpByKeyboard() throws Exception {
		show(healthy("resign"));
		browser.tabTo("Resign …");
		browser.press(Keys.ENTER);
		assertThat(browser.text("dialog")).contains("Resign in group default?", "b and c may be elected");
		browser.tabTo("Resign");
		browser.press(Keys.ENTER);
		assertRequest(GROUP, Map.of("action", "resign"));
		eventually(() -> assertThat(browser.text("dialog")).contains("Done: as asked"));
		browser.press(Keys.ESCAPE);
		assertThat(browser.focused()).isEqualTo("Resign …");
	}

	@Test
	void leadershipIsTransferredByKeyboard() throws Exception {
		show(healthy("transfer"));
		browser.tabTo("Transfer …");
		browser.press(Keys.ENTER);
		assertThat(browser.focused()).startsWith("Next leader");
		browser.press("c");
		browser.tabTo("Transfer");
		browser.press(Keys.ENTER);
		assertRequest(GROUP, Map.of("action", "transfer", "to", "c"));
		browser.press(Keys.ESCAPE);
	}

	@Test
	void aPartitionIsMovedByKeyboard() throws Exception {
		show(healthy("move"));
		browser.tabTo("p0, ");
		browser.press(Keys.ARROW_RIGHT, Keys.ENTER);
		assertThat(browser.text("#assignments .entry")).startsWith("p3 of orders Owner A a").contains("Token 43.103");
		browser.tabTo("Move …");
		browser.press(Keys.ENTER);
		browser.press("c");
		browser.tabTo("Move");
		browser.press(Keys.ENTER);
		assertRequest(GROUP + "/assignments",
				Map.of("action", "move", "assignment", "orders", "partition", "p3", "to", "c"));
		browser.press(Keys.ESCAPE);
		Situation moved = Situation.of("rebalancing");
		moved.node().put("cluster", "moved");
		show(moved);
		assertThat(browser.text("#assignments .entry")).startsWith("p3 of orders");
	}

	private static void assertRequest(String path, Map<String, String> body) throws InterruptedException {
		PageServer.Request request = server.request();
		assertThat(request.path()).isEqualTo(path);
		assertThat(request.token()).isEqualTo("secret");
		assertThat(JsonMapper.shared().readTree(request.body())).isEqualTo(JsonMapper.shared().valueToTree(body));
	}

	@Test
	void metadataAreATableWithTheirPositionAndThoseBehind() {
		show(named("metadata"));
		assertThat(browser.text("#metadata"))
			.startsWith("Metadata Position 43.7 Keys 3 Behind b and c Key Value a-key-that")
			.contains("pause.p10", "schema.version 42")
			.doesNotContain("✕", "…");
		assertThat(browser.text("#fence")).isEmpty();
		Situation hidden = named("unsettled");
		hidden.node().put("cluster", "hidden");
		show(hidden);
		assertThat(browser.text("#metadata")).startsWith("Metadata ✕ The newest may be lost")
			.contains("Keys 2", "Hidden: ")
			.doesNotContain("Acknowledge", "Key Value");
		hidden.group().set("leader", hidden.node().objectNode().put("id", "b").put("direct", true));
		hidden.node().put("cluster", "followed");
		show(hidden);
		assertThat(browser.text("#metadata")).contains("To acknowledge that, open the page of b.");
	}

	@Test
	void lossOfMetadataIsAssumedByKeyboard() throws Exception {
		show(named("metadata unsynchronised"));
		assertThat(browser.text("#metadata")).contains("✕ Not synchronised", "waits for c", "Position none, ")
			.doesNotContain("Acknowledge");
		browser.tabTo("Assume lost …");
		browser.press(Keys.ENTER);
		assertThat(browser.text("dialog")).contains("Assume lost: the metadata of group default?",
				"Make sure that the state of c is lost for good");
		assertThat(browser.focused()).isEqualTo("Cancel");
		browser.tabTo("Assume lost");
		browser.press(Keys.ENTER);
		assertRequest(GROUP + "/metadata", Map.of("action", "assume-lost"));
		browser.press(Keys.ESCAPE);
		assertThat(browser.focused()).isEqualTo("Assume lost …");
	}

	@Test
	void lossOfMetadataIsAcknowledgedByKeyboard() throws Exception {
		show(named("metadata lost"));
		assertThat(browser.text("#metadata")).contains("✕ The newest may be lost").doesNotContain("Assume lost");
		browser.tabTo("Acknowledge loss …");
		browser.press(Keys.ENTER);
		assertThat(browser.text("dialog")).contains("Acknowledge loss: the metadata of group default?");
		browser.tabTo("Acknowledge loss");
		browser.press(Keys.ENTER);
		assertRequest(GROUP + "/metadata", Map.of("action", "acknowledge-loss"));
		browser.press(Keys.ESCAPE);
	}

	@Test
	void anUnsettledNodeIsConfirmedByKeyboard() throws Exception {
		show(named("unsettled"));
		browser.tabTo("Confirm fenced …");
		browser.tabTo("Confirm fenced …");
		browser.press(Keys.ENTER);
		assertThat(browser.text("dialog")).contains("Confirm fenced: c?",
				"Make sure that each former process of c has ended");
		assertThat(browser.focused()).isEqualTo("Cancel");
		browser.tabTo("Confirm fenced");
		browser.press(Keys.ENTER);
		assertRequest(GROUP + "/fence", Map.of("action", "confirm-fenced", "node", "c"));
		browser.press(Keys.ESCAPE);
	}

	@Test
	void aTraceIsReplayedByKeyboard() throws IOException {
		show(healthy("replay"));
		browser.tabTo("Load the trace");
		browser.press(Keys.ENTER);
		eventually(() -> assertThat(browser.text("#replay")).contains("8 lines, "));
		browser.tabTo("First");
		browser.press(Keys.ENTER);
		assertThat(browser.text("#replay p:has(> strong)")).endsWith("this node starts");
		browser.tabTo("Forward");
		browser.press(Keys.ENTER);
		assertThat(browser.text("#replay p:has(> strong)")).endsWith("timer STARTUP fired");
		assertThat(browser.<String>script("return document.querySelector('#replay svg').getAttribute('aria-label')"))
			.startsWith("No leader is known");
		assertThat(violations()).isEmpty();
	}

	@Test
	void groupsAreTabsThatArrowsChange() {
		show(named("twelve groups"));
		browser.tabTo("✓default leader");
		browser.press(Keys.END);
		assertThat(browser.focused()).contains("group-of-many-12");
		assertThat(browser.<String>script("return document.getElementById('group').getAttribute('aria-label')"))
			.isEqualTo("group-of-many-12");
		browser.press(Keys.HOME);
	}

	/** For the guide, with {@code -Dpictures=docs/pictures}. */
	@ParameterizedTest
	@ValueSource(strings = { "healthy", "leader killed", "one-way cut", "drain", "store away", "rebalancing" })
	void picturesAreTaken(String name) throws IOException {
		Situation situation = Situation.of(name);
		server.show(situation.state());
		openAnew();
		byte[] picture = browser.picture(name.equals("drain") ? "#work" : "#assignments:not(:empty), #timeline");
		Path directory = Path.of(System.getProperty("pictures", "target/pictures"));
		Files.createDirectories(directory);
		Files.write(directory.resolve(name.replace(' ', '-') + ".png"), picture);
		assertThat(picture).hasSizeGreaterThan(10_000);
	}

}
