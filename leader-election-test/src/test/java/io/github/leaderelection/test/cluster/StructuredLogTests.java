package io.github.leaderelection.test.cluster;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import io.github.leaderelection.LeaderElector;
import io.github.leaderelection.NodeId;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

/**
 * The lines of the log that matter have their values as keys.
 */
class StructuredLogTests {

	private final Logger logger = (Logger) LoggerFactory.getLogger(LeaderElector.class);

	private final Lines lines = new Lines();

	@BeforeEach
	void listen() {
		this.lines.start();
		this.logger.addAppender(this.lines);
		this.logger.setLevel(Level.INFO);
	}

	@AfterEach
	void listenNoMore() {
		this.logger.setLevel(null);
		this.logger.detachAppender(this.lines);
	}

	@Test
	void linesThatMatterHaveTheirValuesAsKeys() {
		NodeId leader;
		try (TestCluster cluster = TestCluster.builder("a", "b", "c").lease(Duration.ofMinutes(10)).start()) {
			leader = cluster.awaitAgreement();
			awaitLine("followed", Map.of("leader", leader.value()));
			awaitLine("member", Map.of("state", "UP"));
			cluster.node(leader).elector("default").resign();
			awaitLine("revoked", Map.of("node", leader.value(), "reason", "RESIGNED"));
		}
		assertThat(this.lines.of("granted")).first()
			.satisfies((keys) -> assertThat(keys).contains(entry("node", leader.value()), entry("group", "default"))
				.containsKeys("term", "token"));
		assertThat(this.lines.of("revoked")).first()
			.satisfies((keys) -> assertThat(keys).containsEntry("token", this.lines.of("granted").get(0).get("token")));
	}

	@Test
	void lineOfALostLeaderHasItsValuesAsKeys() {
		try (TestCluster cluster = TestCluster.of("a", "b", "c")) {
			NodeId leader = cluster.awaitAgreement();
			NodeId alone = cluster.othersThan(leader).get(0);
			cluster.isolate(alone);
			awaitLine("lost", Map.of("node", alone.value(), "group", "default", "leader", leader.value()));
		}
	}

	private void awaitLine(String event, Map<String, String> keys) {
		Awaitility.await()
			.atMost(Duration.ofMinutes(1))
			.untilAsserted(() -> assertThat(this.lines.of(event))
				.anySatisfy((line) -> assertThat(line).containsAllEntriesOf(keys)));
	}

	/** Keys and values of all lines. */
	private static final class Lines extends AppenderBase<ILoggingEvent> {

		private static final String KEYS = "leader.election.";

		private final List<Map<String, String>> all = new CopyOnWriteArrayList<>();

		@Override
		protected void append(ILoggingEvent event) {
			if (event.getKeyValuePairs() != null) {
				Map<String, String> keys = new TreeMap<>();
				event.getKeyValuePairs()
					.forEach((pair) -> keys.put(pair.key.replace(KEYS, ""), String.valueOf(pair.value)));
				this.all.add(keys);
			}
		}

		List<Map<String, String>> of(String event) {
			return this.all.stream().filter((line) -> event.equals(line.get("event"))).toList();
		}

	}

}
