package io.github.leaderelection.autoconfigure;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

import io.github.leaderelection.internal.settings.Peers;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.env.YamlPropertySourceLoader;
import org.springframework.core.env.SystemEnvironmentPropertySource;
import org.springframework.core.io.ByteArrayResource;
import org.springframework.mock.env.MockEnvironment;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What one election alone reads, from wherever it was written.
 */
class GroupSettingsTests {

	private final MockEnvironment environment = new MockEnvironment().withProperty("leader-election.algorithm",
			"emergent");

	private Map<String, String> settings() {
		LeaderElectionProperties properties = Binder.get(this.environment)
			.bindOrCreate("leader-election", LeaderElectionProperties.class);
		return GroupSettings
			.all(properties, this.environment, StoreSettings.of(this.environment, Peers.parse(List.of())))
			.get(0)
			.options()
			.settings();
	}

	@Test
	void aYamlListSaysTheSameAsTextWithCommas() throws IOException {
		String yaml = """
				leader-election:
				  emergent:
				    seed-nodes: [c, a]
				    minimum-cluster-size: 2
				""";
		new YamlPropertySourceLoader().load("yaml", new ByteArrayResource(yaml.getBytes(StandardCharsets.UTF_8)))
			.forEach(this.environment.getPropertySources()::addFirst);
		assertThat(settings()).containsOnly(Map.entry("seed-nodes", "c,a"), Map.entry("minimum-cluster-size", "2"));
	}

	@Test
	void elementsAreTakenInTheirOrder() {
		for (int i = 11; i >= 0; i--) {
			this.environment.withProperty("leader-election.emergent.seed-nodes[" + i + "]", "n" + i);
		}
		assertThat(settings()).containsEntry("seed-nodes", "n0,n1,n2,n3,n4,n5,n6,n7,n8,n9,n10,n11");
	}

	@Test
	void textWithCommasIsAListToo() {
		this.environment.withProperty("leader-election.emergent.seed-nodes", "c, a");
		assertThat(settings()).containsExactly(Map.entry("seed-nodes", "c,a"));
	}

	@Test
	void environmentVariablesNameElementsToo() {
		this.environment.getPropertySources()
			.addFirst(new SystemEnvironmentPropertySource("systemEnvironment",
					Map.of("LEADERELECTION_EMERGENT_SEEDNODES_0", "c", "LEADERELECTION_EMERGENT_SEEDNODES_1", "a")));
		assertThat(settings()).containsExactly(Map.entry("seed-nodes", "c,a"));
	}

	@ParameterizedTest
	@ValueSource(strings = { "LEADERELECTION_EMERGENT_SEEDNODES_0", "LEADERELECTION_EMERGENT_SEEDNODES",
			"LEADER_ELECTION_EMERGENT_SEED_NODES" })
	void listOfTheFirstSourceReplacesThatOfAnother(String variable) {
		this.environment.withProperty("leader-election.emergent.seed-nodes[0]", "a")
			.withProperty("leader-election.emergent.seed-nodes[1]", "b")
			.withProperty("leader-election.emergent.minimum-cluster-size", "2");
		this.environment.getPropertySources()
			.addFirst(new SystemEnvironmentPropertySource("systemEnvironment", Map.of(variable, "c")));
		assertThat(settings()).containsOnly(Map.entry("seed-nodes", "c"), Map.entry("minimum-cluster-size", "2"));
	}

}
