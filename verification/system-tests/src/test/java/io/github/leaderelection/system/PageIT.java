package io.github.leaderelection.system;

import java.time.Duration;
import java.util.List;

import io.github.leaderelection.internal.page.Browser;
import io.github.leaderelection.system.cluster.Cluster.Leader;
import io.github.leaderelection.system.cluster.ClusterSpec;
import io.github.leaderelection.system.cluster.NodeProcess;
import io.github.leaderelection.system.proxy.LinkCondition;
import io.github.leaderelection.system.proxy.ProxyWiring;
import org.awaitility.Awaitility;
import org.awaitility.core.ThrowingRunnable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.openqa.selenium.Keys;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The page of processes, in a browser: what befalls them shows, and what is asked there
 * is done.
 */
@EnabledIf("io.github.leaderelection.internal.page.Browser#isInstalled")
class PageIT extends AbstractClusterIT {

	private static final ProxyWiring WIRING = new ProxyWiring();

	private Browser browser;

	PageIT() {
		super(ClusterSpec.ofThree("page")
			.withStateDirectories(true)
			.withLease(Duration.ofSeconds(2))
			.with("management.endpoint.leader.access", "unrestricted"), WIRING);
	}

	@BeforeAll
	void openBrowser() {
		this.browser = new Browser();
	}

	@AfterAll
	void close() {
		if (this.browser != null) {
			this.browser.close();
		}
		WIRING.close();
	}

	private static String host(NodeProcess node) {
		return "http://localhost:" + node.port();
	}

	private void open(NodeProcess node) {
		this.browser.open(host(node) + "/actuator/leaderpage");
		eventually(() -> assertThat(this.browser.text("#age")).isEqualTo("live"));
		assertThat(this.browser.text("#whose")).endsWith("as node " + node.name() + " sees it");
	}

	private static void eventually(ThrowingRunnable assertion) {
		Awaitility.await().atMost(Duration.ofSeconds(30)).pollInterval(Duration.ofMillis(50)).untilAsserted(assertion);
	}

	private void assertQuiet(NodeProcess node) {
		assertThat(this.browser.messages()).isEmpty();
		assertThat(this.browser.addresses()).isNotEmpty()
			.allSatisfy((each) -> assertThat(each).startsWith(host(node) + '/'));
	}

	@Test
	void nextLeaderAndTheReasonShowAfterALeaderIsKilled() {
		Leader before = this.cluster.awaitLeader();
		NodeProcess shown = this.cluster.othersThan(before.node()).get(0);
		open(shown);
		assertThat(this.browser.text("#sentence")).contains(before.node().name() + " leads");
		before.node().kill();
		NodeProcess next = this.cluster.awaitLeaderAfter(before).node();
		eventually(() -> assertThat(this.browser.text("#sentence")).startsWith("2 of 3 members, ")
			.contains(next.name() + " leads", before.node().name() + " is down"));
		assertThat(reasons(before.node())).anySatisfy((reason) -> assertThat(reason).startsWith("was not heard for"));
		assertQuiet(shown);
	}

	/** Why leaderships of a node ended. */
	private List<String> reasons(NodeProcess node) {
		return this.browser.script(
				"""
						return [...document.querySelectorAll('#timeline tbody tr')].map((row) => [...row.cells].map((cell) => cell.textContent))
							.filter((cells) => cells.includes(arguments[0])).map((cells) => cells.at(-1));""",
				node.name());
	}

	@Test
	void aLinkThatIsCutOneWayShowsAsOne() {
		NodeProcess leader = this.cluster.awaitLeader().node();
		open(leader);
		NodeProcess mute = this.cluster.othersThan(leader).get(0);
		NodeProcess deaf = this.cluster.othersThan(leader).get(1);
		condition(mute, deaf, LinkCondition.CUT);
		try {
			eventually(() -> assertThat(this.browser.text("#ring .findings"))
				.contains("%2$s does not hear %1$s, but %1$s hears %2$s".formatted(mute.name(), deaf.name())));
			assertThat(this.browser.text("#sentence")).contains(deaf.name() + " does not hear " + mute.name());
		}
		finally {
			condition(mute, deaf, LinkCondition.CLEAR);
		}
		eventually(() -> assertThat(this.browser.text("#ring .findings")).isEmpty());
		assertQuiet(leader);
	}

	private void condition(NodeProcess from, NodeProcess to, LinkCondition condition) {
		WIRING.set(this.cluster.nodes().indexOf(from), this.cluster.nodes().indexOf(to), condition);
	}

	@Test
	void leadershipIsGivenUpByKeyboard() {
		Leader before = this.cluster.awaitLeader();
		open(before.node());
		this.browser.tabTo("Resign …");
		this.browser.press(Keys.ENTER);
		this.browser.tabTo("Resign");
		this.browser.press(Keys.ENTER);
		eventually(() -> assertThat(this.browser.text("dialog")).containsAnyOf("Done", "In Progress"));
		this.browser.press(Keys.ESCAPE);
		NodeProcess next = this.cluster.awaitLeaderAfter(before).node();
		eventually(() -> assertThat(this.browser.text("#sentence")).contains(next.name() + " leads"));
		assertThat(reasons(before.node())).contains("resigned when asked");
		assertQuiet(before.node());
	}

	@Test
	void aPartitionIsMovedByKeyboard() {
		NodeProcess leader = this.cluster.awaitLeader().node();
		open(leader);
		eventually(() -> assertThat(this.browser.text("#assignments")).contains("12 partitions on 3 instances.")
			.doesNotContain("nobody’s."));
		this.browser.tabTo("p");
		this.browser.press(Keys.ENTER);
		String partition = this.browser.focused();
		this.browser.tabTo("Move …");
		this.browser.press(Keys.ENTER);
		String next = this.browser.script("return document.activeElement.value");
		this.browser.tabTo("Move");
		this.browser.press(Keys.ENTER);
		eventually(() -> assertThat(this.browser.text("dialog")).containsAnyOf("Done", "In Progress"));
		this.browser.press(Keys.ESCAPE);
		eventually(() -> assertThat(this.browser.text("#assignments .entry")).startsWith(partition)
			.containsPattern("Owner . " + next + "\\b.*State owned")
			.contains("pinned to " + next));
		assertQuiet(leader);
	}

}
