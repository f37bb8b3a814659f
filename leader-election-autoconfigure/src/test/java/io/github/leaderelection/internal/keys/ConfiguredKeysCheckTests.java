package io.github.leaderelection.internal.keys;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Properties;

import io.github.leaderelection.internal.settings.InvalidElectionConfigurationException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.predicate.RuntimeHintsPredicates;
import org.springframework.beans.factory.support.DefaultListableBeanFactory;
import org.springframework.boot.env.YamlPropertySourceLoader;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.PropertiesPropertySource;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.env.SystemEnvironmentPropertySource;
import org.springframework.core.io.ByteArrayResource;
import org.springframework.core.io.ClassPathResource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatNoException;

/**
 * Tests for {@link ConfiguredKeysCheck}.
 */
@ExtendWith(OutputCaptureExtension.class)
class ConfiguredKeysCheckTests {

	private final StandardEnvironment environment = new StandardEnvironment();

	private final DefaultListableBeanFactory beans = new DefaultListableBeanFactory();

	private void check() {
		new ConfiguredKeysCheck(this.environment).postProcessBeanFactory(this.beans);
	}

	private void set(String name, String value) {
		this.environment.getPropertySources().addFirst(new MapPropertySource("file", Map.of(name, value)));
	}

	private void variables(Map<String, Object> variables) {
		this.environment.getPropertySources()
			.replace(StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME, new SystemEnvironmentPropertySource(
					StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME, variables));
	}

	@ParameterizedTest
	@ValueSource(strings = { "leader-election.peers", "leader-election.peers[11]", "leader-election.peers.0",
			"leaderElection.peers[0]", "leader_election.peers", "LEADER-ELECTION.LEASE-DURATION",
			"leaderElection.leaseDuration", "leader_election.lease_duration", "leader-election.leaseduration",
			"leader-election.transport.secret", "leader-election.raft.election-timeout-min",
			"leader-election.emergent.seed-nodes[1]", "leader-election.groups.billing.lease-duration",
			"leader-election.groups.billing.leaseDuration", "leader-election.groups[a.b].priority",
			"leader-election.groups.billing", "leader-election.eligibility.check-interval", "leader.of.something",
			"leaderboard.size", "LEADER_ELECTION_LEASE" })
	void keyOfASettingPassesInWhateverFormItIsRead(String name) {
		set(name, "1");
		assertThatNoException().isThrownBy(this::check);
	}

	@ParameterizedTest
	@CsvSource({ "leader-election.lease-duratoin, leader-election.lease-duration",
			"leaderElection.leaseDuratoin, leader-election.lease-duration",
			"leader_election.peer, leader-election.peers", "leader-election.peer[0], leader-election.peers",
			"leader-election.peers[0].url, leader-election.peers",
			"leader-election.secret, leader-election.transport.secret",
			"leader-election.lease, leader-election.lease-duration", "leader-election.clster, leader-election.cluster",
			"leader-election.transport.sekret, leader-election.transport.secret",
			"leader-election.gate, leader-election.gate.on-follower",
			"leader-election.raft.election-timeout, leader-election.raft.election-timeout-max",
			"leader-election.groups.billing.prio, leader-election.groups.<name>.priority",
			"leader-election.groups.a.b.priority, leader-election.groups.<name>.priority",
			"leader-election.enbled, leader-election.enabled", "leader-election-peers, leader-election.peers",
			"leaderelection-lease-duration, leader-election.lease-duration",
			"leader-election-transport.secret, leader-election.transport.secret" })
	void keyOfNoSettingFailsWithTheNearestOne(String name, String nearest) {
		set(name, "1");
		assertThatExceptionOfType(UnknownKeysException.class).isThrownBy(this::check)
			.satisfies((ex) -> assertThat(ex.description()).contains("    " + name + "=")
				.contains("Origin: \"" + name + "\" from property source \"file\"")
				.contains("The nearest key is " + nearest));
	}

	@ParameterizedTest
	@ValueSource(strings = { "leader-election.version", "leader-election.something.quite.different",
			"leader-election.groups.billing.transport.secret" })
	void aKeyIsSaidToBeNearOnlyWhereItIs(String name) {
		set(name, "1");
		assertThatExceptionOfType(UnknownKeysException.class).isThrownBy(this::check)
			.satisfies((ex) -> assertThat(ex.description()).contains("    " + name + "=").doesNotContain("nearest"));
	}

	@ParameterizedTest
	@CsvSource({ "leader-election.version, 2.0", "leader-election.something.quite.different, 1",
			"leader-election, true", "leader-election, ''" })
	void systemPropertyThatIsNoSlipOfAKeyIsWarnedOf(String name, String value, CapturedOutput output) {
		systemProperty(name, value);
		check();
		assertThat(output).containsOnlyOnce("WARN").contains(name);
	}

	@ParameterizedTest
	@ValueSource(strings = { "leader-election.lease-duratoin", "leader-election.peer", "leader-election.clustr",
			"leader-election.groups.billing.prioritty", "leader-election-lease-duration" })
	void systemPropertyThatIsASlipOfAKeyFails(String name) {
		systemProperty(name, "1");
		assertThatExceptionOfType(UnknownKeysException.class).isThrownBy(this::check)
			.satisfies((ex) -> assertThat(ex.description()).contains(name).contains("The nearest key is"));
	}

	private void systemProperty(String name, String value) {
		this.environment.getPropertySources()
			.replace(StandardEnvironment.SYSTEM_PROPERTIES_PROPERTY_SOURCE_NAME, new PropertiesPropertySource(
					StandardEnvironment.SYSTEM_PROPERTIES_PROPERTY_SOURCE_NAME, properties(name, value)));
	}

	private static Properties properties(String name, String value) {
		Properties properties = new Properties();
		properties.setProperty(name, value);
		return properties;
	}

	@ParameterizedTest
	@ValueSource(strings = { "on", "yes", "1", "off", "no", "0", "", " ", "true ", "tru" })
	void switchIsTrueOrFalse(String value) {
		set("leader-election.enabled", value);
		assertThatExceptionOfType(InvalidElectionConfigurationException.class).isThrownBy(this::check)
			.withMessage(
					"leader-election.enabled=" + value + ": \"" + value + "\" is neither true nor false, so only a "
							+ "part of the application would follow it. Set it to true or false, or remove it.");
	}

	@ParameterizedTest
	@ValueSource(strings = { "true", "False", "TRUE", "${SWITCH_OF_NOBODY:false}" })
	void switchPassesInAnyCase(String value) {
		set("leader-election.enabled", value);
		assertThatNoException().isThrownBy(this::check);
	}

	@Test
	void switchIsCheckedAlsoWithoutMetadata() {
		set("leader-election.enabled", "on");
		this.beans.setBeanClassLoader(new FilteredClassLoader(new ClassPathResource(KeyMetadata.PROCESSED)));
		assertThatExceptionOfType(InvalidElectionConfigurationException.class).isThrownBy(this::check);
	}

	@Test
	void headingOfABlockWhoseLinesAreCommentsPasses() {
		set("leader-election.gate", "");
		check();
	}

	@ParameterizedTest
	@ValueSource(strings = { "", " ", "none" })
	void headingOfAllSettingsHasKeysBelowIt(String value) {
		set("leader-election", value);
		assertThatExceptionOfType(UnknownKeysException.class).isThrownBy(this::check)
			.satisfies((ex) -> assertThat(ex.description()).contains("leader-election=" + value)
				.contains("No keys stand below it: indent them")
				.doesNotContain("nearest"));
	}

	@Test
	void keysBesideTheElectionArePassedOver() {
		set("leader-election-demo.title", "1");
		assertThatNoException().isThrownBy(this::check);
	}

	@Test
	void everyUnknownKeyIsNamedWithFileAndLineAndAListOnce() throws IOException {
		String yaml = """
				leader-election:
				  peeers: [a, b]
				  gate:
				    on-folower: throw
				""";
		new YamlPropertySourceLoader()
			.load("yaml", new ByteArrayResource(yaml.getBytes(StandardCharsets.UTF_8), "application.yaml"))
			.forEach(this.environment.getPropertySources()::addFirst);
		assertThatExceptionOfType(UnknownKeysException.class).isThrownBy(this::check)
			.satisfies((ex) -> assertThat(ex.description()).containsOnlyOnce("peeers")
				.contains("leader-election.peeers[0]=a", "application.yaml", "- 2:12")
				.contains("leader-election.gate.on-folower=throw", "- 4:17", "leader-election.gate.on-follower"))
			.satisfies((ex) -> assertThat(ex.remedy()).contains("META-INF/additional-spring"));
	}

	@ParameterizedTest
	@ValueSource(strings = { "leader-election.transport.secrt", "leader-election.pasword",
			"leader-election.something.quite.different" })
	void whatMayBeASecretIsNotShown(String name) {
		set(name, "hunter2");
		assertThatExceptionOfType(UnknownKeysException.class).isThrownBy(this::check)
			.satisfies((ex) -> assertThat(ex.getMessage()).contains(name + "=******").doesNotContain("hunter2"));
	}

	@Test
	void keyOfAStoreWhoseModuleIsAbsentNamesTheModule() {
		set("leader-election.redis.key-prefix", "x");
		assertThatExceptionOfType(UnknownKeysException.class).isThrownBy(this::check)
			.satisfies((ex) -> assertThat(ex.description())
				.contains("io.github.leaderelection:leader-election-store-redis, which is not on the class path"));
	}

	@Test
	void keysOfTheApplicationPassWhereItDescribesThem(@TempDir Path classes) throws IOException {
		set("leader-election.own.key", "1");
		assertThatExceptionOfType(UnknownKeysException.class).isThrownBy(this::check);
		Path file = Files.createDirectories(classes.resolve("META-INF")).resolveSibling(KeyMetadata.ADDITIONAL);
		Files.writeString(file, """
				{"properties": [{"type": "java.lang.Integer", "name": "leader-election.own.key"}]}""");
		try (URLClassLoader loader = new URLClassLoader(new URL[] { classes.toUri().toURL() },
				getClass().getClassLoader())) {
			this.beans.setBeanClassLoader(loader);
			assertThatNoException().isThrownBy(this::check);
		}
	}

	@Test
	void withoutMetadataNothingIsCheckedAndOneWarningSaysSo(CapturedOutput output) {
		set("leader-election.lease-duratoin", "1s");
		this.beans.setBeanClassLoader(new FilteredClassLoader(new ClassPathResource(KeyMetadata.PROCESSED),
				new ClassPathResource(KeyMetadata.ADDITIONAL)));
		check();
		assertThat(output).containsOnlyOnce("Keys below leader-election are not checked");
	}

	@ParameterizedTest
	@ValueSource(strings = { "LEADERELECTION_PEERS", "LEADER_ELECTION_PEERS", "LEADERELECTION_PEERS_0",
			"LEADERELECTION_PEERS_0_", "LEADER_ELECTION_LEASE_DURATION", "LEADERELECTION_LEASEDURATION",
			"leader_election_lease_duration", "LEADERELECTION_GROUPS_BILLING_LEASEDURATION",
			"LEADERELECTION_GROUPS_BILLING_LEASE_DURATION", "LEADERELECTION_GROUPS_BILLING_PREEMPT",
			"LEADERELECTION_GROUPS_BILLING_PRIORITY", "LEADERELECTION_GROUPS_BILLING_ALGORITHM",
			"LEADERELECTION_GROUPS_BILLING_HEARTBEATINTERVAL", "LEADERELECTION_RAFT_ELECTIONTIMEOUTMIN",
			"LEADERELECTION_EMERGENT_SEEDNODES_1", "LEADER_ELECTION_SERVICE_HOST", "LEADER_ELECTION_SERVICE_PORT",
			"LEADER_ELECTION_SERVICE_PORT_HTTP", "LEADER_ELECTION_PORT", "LEADER_ELECTION_PORT_8080_TCP",
			"LEADER_ELECTION_PORT_8080_TCP_ADDR", "LEADER_ELECTION_RAFT_SERVICE_HOST",
			"LEADERELECTION_PORT_53_UDP_PROTO", "LEADERS", "LEADER_ELECTIONS" })
	void variableOfASettingOrAServiceIsSilent(String name, CapturedOutput output) {
		variables(Map.of(name, "1"));
		check();
		assertThat(output).doesNotContain("WARN");
	}

	@ParameterizedTest
	@CsvSource({ "LEADER_ELECTION_LEASE, LEADERELECTION_LEASEDURATION (leader-election.lease-duration)",
			"LEADERELECTION_GROUPS_BILLING_PRIO, LEADERELECTION_GROUPS_<NAME>_PRIORITY",
			"LEADERELECTION_SERVICE_HOSTS, is not read", "LEADER_ELECTION_NAMESPACE, is not read",
			"LEADER_ELECTION, is not read", "LEADERELECTION, is not read" })
	void variableThatIsNotReadIsWarnedOf(String name, String remark, CapturedOutput output) {
		variables(Map.of(name, "1"));
		check();
		assertThat(output).containsOnlyOnce(name + " is not read").contains(remark);
	}

	@Test
	void variableThatIsLikeNoneNamesNone(CapturedOutput output) {
		variables(Map.of("LEADER_ELECTION_SOMETHING_QUITE_DIFFERENT", "1"));
		check();
		assertThat(output).contains("LEADER_ELECTION_SOMETHING_QUITE_DIFFERENT is not read").doesNotContain("nearest");
	}

	@ParameterizedTest
	@CsvSource({ "LEADERELECTION_PEER_0, LEADERELECTION_PEERS (leader-election.peers)",
			"LEADERELECTION_LEASEDURATOIN, LEADERELECTION_LEASEDURATION (leader-election.lease-duration)",
			"LEADER_ELECTION_LEASEDURATION, write it as LEADERELECTION_LEASEDURATION",
			"LEADERELECTION_LEASE_DURATION, write it as LEADERELECTION_LEASEDURATION",
			"LEADER_ELECTION_RAFT_ELECTION_TIMEOUT_MIN, write it as LEADERELECTION_RAFT_ELECTIONTIMEOUTMIN",
			"LEADER_ELECTION_GROUPS_BILLING_PRIORITY, LEADERELECTION_GROUPS_<NAME>_PRIORITY" })
	void variableThatIsASlipOfAKeyFails(String name, String remark) {
		variables(Map.of(name, "hunter2"));
		assertThatExceptionOfType(UnknownKeysException.class).isThrownBy(this::check)
			.satisfies((ex) -> assertThat(ex.description()).contains(name + " is not read", remark)
				.doesNotContain("hunter2"));
	}

	@Test
	void variablesAreWarnedOfOnceInAHierarchyOfContexts(CapturedOutput output) {
		variables(Map.of("LEADER_ELECTION_LEASE", "1", "LEADER_ELECTION_DRAIN", "1"));
		DefaultListableBeanFactory parent = new DefaultListableBeanFactory();
		this.beans.setParentBeanFactory(parent);
		check();
		parent.registerSingleton(ConfiguredKeysCheck.NAME, new ConfiguredKeysCheck(this.environment));
		check();
		assertThat(output).containsOnlyOnce("WARN");
	}

	@Test
	void variableOfAServiceThatIsReadAsASettingNamesTheService() {
		KnownKeys known = new KnownKeys(List.of(KnownKey.of("leader-election.port", "java.lang.Integer")));
		assertThat(new ProcessVariable("LEADER_ELECTION_PORT", "tcp://10.0.0.1:8080").remark(known))
			.contains("LEADER_ELECTION_PORT=tcp://10.0.0.1:8080 is read as leader-election.port")
			.contains("enableServiceLinks: false");
		assertThat(new ProcessVariable("LEADER_ELECTION_SERVICE_PORT", "8080").remark(known)).isNull();
	}

	@ParameterizedTest
	@ValueSource(strings = { "LEADERELECTION_TRANSPORT_PORT", "LEADER_ELECTION_TRANSPORT_PORT" })
	void portOfASettingIsTakenForThatOfAServiceOnlyWhereItIsAnAddress(String name, CapturedOutput output) {
		variables(Map.of(name, "7000"));
		check();
		assertThat(output).doesNotContain("WARN");
		variables(Map.of(name, "tcp://10.0.0.1:7000"));
		check();
		assertThat(output).containsOnlyOnce("WARN").contains(name + "=tcp://10.0.0.1:7000 is read as");
	}

	@Test
	void metadataIsReadByItsStructure() {
		StringBuilder found = new StringBuilder();
		MetadataReader.read("""
				{ "groups": [ { "name": "a", "type": "T" } ],
				  "properties": [
				    { "name" : "b", "description": "with \\"name\\": \\"c\\" and } in it", "type": "java.util.List<X>",
				      "deprecation": { "name": "d" }, "defaultValue": [ "name", "e" ] },
				    { "type": "T" }, { "name": "f" } ],
				  "hints": [ { "name": "g", "values": [ { "value": "h" } ] } ] }""",
				(name, type) -> found.append(name).append(':').append(type).append(' '));
		assertThat(found).hasToString("b:java.util.List<X> f:null ");
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "{", "\"", "{\"properties\": [{\"name\": \"x\\", "}}}}[[", "null" })
	void whatIsNoJsonEndsTheReading(String json) {
		assertThatNoException().isThrownBy(() -> MetadataReader.read(json, (name, type) -> {
		}));
	}

	@Test
	void metadataIsKeptInANativeImage() {
		RuntimeHints hints = new RuntimeHints();
		new KeyMetadataHints().registerHints(hints, null);
		assertThat(RuntimeHintsPredicates.resource().forResource(KeyMetadata.PROCESSED)).accepts(hints);
	}

}
