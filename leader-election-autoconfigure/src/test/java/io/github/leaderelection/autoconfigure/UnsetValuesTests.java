package io.github.leaderelection.autoconfigure;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import com.jayway.jsonpath.JsonPath;
import io.github.leaderelection.autoconfigure.actuate.LeaderElectionHealthAutoConfiguration;
import io.github.leaderelection.autoconfigure.eligibility.LeaderElectionEligibilityAutoConfiguration;
import io.github.leaderelection.autoconfigure.gate.LeaderElectionGateAutoConfiguration;
import io.github.leaderelection.internal.algorithm.Algorithm;
import io.github.leaderelection.internal.settings.ElectionPlan;
import io.github.leaderelection.internal.settings.InvalidElectionConfigurationException;
import io.github.leaderelection.internal.settings.UnsetValues;
import io.github.leaderelection.node.GroupOptions;
import io.github.leaderelection.spi.LeaseStore;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.test.context.runner.WebApplicationContextRunner;
import org.springframework.core.env.SystemEnvironmentPropertySource;
import org.springframework.mock.env.MockEnvironment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

/**
 * What nobody set follows what is set: only what somebody set is ever refused.
 */
class UnsetValuesTests {

	private static final String PHASE = "spring.lifecycle.timeout-per-shutdown-phase";

	private static final String STORE = "leader-election.store=bean";

	/** Each value is tried alone, and beside a store. */
	private static final List<String> WAYS = List.of("", STORE);

	/** What reads some keys. */
	private static final Map<String, String> READERS = Map.of("leader-election.failure-detector.timeout",
			"leader-election.failure-detector.type=fixed", "leader-election.failure-detector.threshold",
			"leader-election.failure-detector.type=phi-accrual");

	private static final Map<String, List<String>> VALUES = Map.of("java.time.Duration",
			List.of("10ms", "300ms", "7s", "10m"), "java.lang.Integer", List.of("1", "70"), "java.lang.Long",
			List.of("1", "70"), "java.lang.Double", List.of("0.3", "7"));

	/** Keys of others that decide something here. */
	private static final List<String> FOREIGN = List.of(PHASE + "=10ms", PHASE + "=15s", PHASE + "=20s", PHASE + "=1h",
			"server.tomcat.threads.max=1", "server.tomcat.threads.max=20", "server.jetty.threads.max=8",
			"spring.application.name= ", "spring.application.name=a b/c@d",
			"spring.application.name=" + "é".repeat(300), "server.servlet.context-path=/shop",
			"spring.task.scheduling.pool.size=1", "spring.threads.virtual.enabled=true",
			"management.health.leader-known.leaderless-threshold=1ms");

	private final WebApplicationContextRunner runner = new WebApplicationContextRunner()
		.withConfiguration(
				AutoConfigurations.of(LeaderElectionAutoConfiguration.class, LeaderElectionGateAutoConfiguration.class,
						LeaderElectionEligibilityAutoConfiguration.class, LeaderElectionHealthAutoConfiguration.class))
		.withBean(LeaseStore.class, StoreSettingsTests.EmptyStore::new);

	static List<Arguments> starts() {
		return List.of(arguments("a short phase of shutdown", List.of(PHASE + "=15s")),
				arguments("no phase of shutdown at all", List.of(PHASE + "=0s")),
				arguments("heartbeats rarer than the usual lease has them",
						List.of("leader-election.heartbeat-interval=1s")),
				arguments("such heartbeats of a group", List.of("leader-election.groups.a.heartbeat-interval=1s")),
				arguments("renewals rarer than the usual lease has them",
						List.of(STORE, "leader-election.heartbeat-interval=5s")),
				arguments("questions rarer than the usual time-out",
						List.of("leader-election.eligibility.check-interval=1m")),
				arguments("a time-out below the usual time between questions",
						List.of("leader-election.eligibility.check-timeout=10ms")));
	}

	@ParameterizedTest(name = "{0}")
	@MethodSource
	void starts(String what, List<String> set) {
		run(set, null);
	}

	static List<Arguments> fails() {
		return List.of(
				arguments("leader-election.drain-timeout",
						List.of("leader-election.drain-timeout=15s", PHASE + "=15s")),
				arguments("leader-election.drain-timeout", List.of("leader-election.drain-timeout=45s")),
				arguments("leader-election.lease-duration",
						List.of("leader-election.lease-duration=1s", "leader-election.heartbeat-interval=201ms")),
				arguments("leader-election.lease-duration",
						List.of("leader-election.lease-duration=1s",
								"leader-election.groups.a.heartbeat-interval=201ms")),
				arguments("leader-election.heartbeat-interval", List.of("leader-election.heartbeat-interval=13m")),
				arguments("leader-election.eligibility.check-timeout",
						List.of("leader-election.eligibility.check-interval=2s",
								"leader-election.eligibility.check-timeout=1s")),
				arguments("leader-election.raft.election-timeout-min",
						List.of("leader-election.algorithm=raft", "leader-election.raft.election-timeout-min=700ms")));
	}

	@ParameterizedTest(name = "{0} of {1}")
	@MethodSource
	void fails(String refused, List<String> set) {
		run(set, refused);
	}

	static List<Arguments> inForce() {
		return List.of(arguments(List.of(), "20s", "1s", "200ms"),
				arguments(List.of(PHASE + "=15s"), "10s", "1s", "200ms"),
				arguments(List.of(PHASE + "=30s"), "20s", "1s", "200ms"),
				arguments(List.of(PHASE + "=1h"), "20s", "1s", "200ms"),
				arguments(List.of("leader-election.drain-timeout=29s"), "29s", "1s", "200ms"),
				arguments(List.of("leader-election.heartbeat-interval=1s"), "20s", "5s", "1s"),
				arguments(List.of("leader-election.heartbeat-interval=50ms"), "20s", "1s", "50ms"),
				arguments(List.of("leader-election.groups.default.heartbeat-interval=1s"), "20s", "5s", "1s"),
				arguments(List.of("leader-election.lease-duration=500ms"), "20s", "500ms", "100ms"),
				arguments(List.of("leader-election.lease-duration=20s"), "20s", "20s", "200ms"),
				arguments(List.of("leader-election.algorithm=raft"), "20s", "1s", "100ms"),
				arguments(List.of(STORE), "20s", "10s", "2s"),
				arguments(List.of(STORE, "leader-election.lease-duration=5s"), "20s", "5s", "1s"),
				arguments(List.of(STORE, "leader-election.heartbeat-interval=5s"), "20s", "25s", "5s"),
				arguments(List.of(STORE, "leader-election.heartbeat-interval=1s"), "20s", "10s", "1s"));
	}

	@ParameterizedTest
	@MethodSource
	void inForce(List<String> set, String drain, String lease, String heartbeat) {
		MockEnvironment environment = new MockEnvironment();
		set.forEach((property) -> environment.setProperty(property.split("=")[0], property.split("=")[1]));
		ElectionPlan plan = Plans.of(environment);
		GroupOptions options = plan.node().groups().get("default");
		assertThat(options).isNotNull();
		assertThat(options.lease()).isEqualTo(duration(lease));
		assertThat(options.heartbeat()).isEqualTo(duration(heartbeat));
		assertThat(UnsetValues.drain(environment, Plans.properties(environment).drainTimeout()))
			.isEqualTo(duration(drain));
	}

	private static Duration duration(String text) {
		return Binder.get(new MockEnvironment().withProperty("x", text)).bind("x", Duration.class).get();
	}

	/** Variables of the process are meant for whoever reads them. */
	@ParameterizedTest
	@CsvSource({ "LEADER_ELECTION, true", "LEADERELECTION, on", "LEADER_ELECTION_NAMESPACE, kube-system",
			"LEADER_ELECTION_TRANSPORT, tcp", "LEADER_ELECTION_LISTENERS, none", "LEADER_ELECTION_FLAPPING, no",
			"LEADER_ELECTION_FENCING_FILTER, no", "LEADER_ELECTION_ID, 7", "LEADER_ELECTION_CANDIDACY, yes",
			"LEADER_ELECTION_FAILURE_DETECTOR, phi", "LEADER_ELECTION_GATE, no", "LEADER_ELECTION_TRANSPORT_SSL, no" })
	void variablesOfOthersFailNothing(String name, String value) {
		for (String way : WAYS) {
			this.runner.withPropertyValues(way)
				.withInitializer((context) -> context.getEnvironment()
					.getPropertySources()
					.replace("systemEnvironment",
							new SystemEnvironmentPropertySource("systemEnvironment", Map.of(name, value))))
				.run((context) -> assertThat(context).hasNotFailed());
		}
	}

	/** As Surefire hands on what the command line of a build overrides. */
	@Test
	void systemPropertiesOfOthersFailNothing() {
		this.runner.withSystemProperties("leader-election.version=2.0", "leader-election.image.tag=7")
			.run((context) -> assertThat(context).hasNotFailed());
	}

	static List<Arguments> clusters() {
		String name = "spring.application.name=";
		return List.of(arguments(List.of(STORE), "default"), arguments(List.of(STORE, name + "orders"), "orders"),
				arguments(List.of(STORE, name + "Orders of Ada/2"), "Orders of Ada/2"),
				arguments(List.of(STORE, name + " "), "default"),
				arguments(List.of(STORE, name + "${NOWHERE}"), "${NOWHERE}"),
				arguments(List.of(STORE, name + "é".repeat(300)), "é".repeat(127)),
				arguments(List.of(STORE, name + "orders", "leader-election.cluster=ours"), "ours"),
				arguments(List.of(STORE, name + "orders", "leaderElection.cluster=default"), "default"),
				arguments(List.of(name + "orders"), "default"));
	}

	@ParameterizedTest
	@MethodSource
	void clusters(List<String> set, String name) {
		MockEnvironment environment = new MockEnvironment();
		set.forEach((property) -> environment.setProperty(property.split("=")[0], property.split("=")[1]));
		assertThat(Plans.of(environment).cluster()).isEqualTo(name);
	}

	/** Of each number and each duration that there is. */
	static Stream<String> ownKeys() throws IOException {
		List<String> alone = new ArrayList<>();
		for (URL url : Collections.list(
				UnsetValuesTests.class.getClassLoader().getResources("META-INF/spring-configuration-metadata.json"))) {
			try (InputStream json = url.openStream()) {
				List<Map<String, Object>> keys = JsonPath.read(json,
						"$.properties[?(@.name =~ /leader-election\\..*/)]");
				for (Map<String, Object> key : keys) {
					VALUES.getOrDefault(String.valueOf(key.get("type")), List.of())
						.forEach((value) -> alone.add(key.get("name") + "=" + value));
				}
			}
		}
		alone.removeIf((property) -> property.startsWith("leader-election.transport.port="));
		assertThat(alone).hasSizeGreaterThan(50);
		return alone.stream();
	}

	@ParameterizedTest
	@MethodSource("ownKeys")
	void oneValueAloneIsRefusedByItsOwnKeyOrNotAtAll(String property) {
		for (String way : ways(property.split("=")[0])) {
			String[] set = Stream.of(way, property).filter((each) -> !each.isEmpty()).toArray(String[]::new);
			this.runner.withPropertyValues(set).run((context) -> {
				if (context.getStartupFailure() != null) {
					assertThat(refused(context.getStartupFailure())).as("refused of %s", Arrays.toString(set))
						.isIn(Arrays.stream(set).map((each) -> each.split("=")[0]).toList());
				}
			});
		}
	}

	private static List<String> ways(String key) {
		String section = key.split("\\.")[1];
		return Algorithm.names().contains(section) ? List.of("leader-election.algorithm=" + section)
				: key.split("\\.").length > 2 ? List.of(READERS.getOrDefault(key, "")) : WAYS;
	}

	@Test
	void nothingFailsOverAKeyOfOthers() {
		for (String foreign : FOREIGN) {
			for (String way : WAYS) {
				run(List.of(way, foreign), null);
			}
		}
	}

	private void run(List<String> set, String refused) {
		this.runner.withPropertyValues(set.toArray(String[]::new)).run((context) -> {
			if (refused == null) {
				assertThat(context).as("with %s", set).hasNotFailed();
			}
			else {
				assertThat(refused(context.getStartupFailure())).as("refused of %s", set).isEqualTo(refused);
			}
		});
	}

	private static String refused(Throwable failure) {
		for (Throwable each = failure; each != null; each = each.getCause()) {
			if (each instanceof InvalidElectionConfigurationException refusal) {
				return refusal.key();
			}
		}
		throw new AssertionError("not a refusal with a key", failure);
	}

}
