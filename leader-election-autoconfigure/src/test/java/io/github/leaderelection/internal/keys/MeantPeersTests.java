package io.github.leaderelection.internal.keys;

import java.util.Map;

import io.github.leaderelection.internal.settings.InvalidElectionConfigurationException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.core.env.MapPropertySource;
import org.springframework.mock.env.MockEnvironment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatNoException;

/**
 * Tests for {@link MeantPeers}.
 */
class MeantPeersTests {

	@ParameterizedTest
	@ValueSource(strings = { "leader-election.peer", "leader-election.pers", "leader-election.peeers",
			"leader.election.peers", "LEADER_ELECTION_PEERS", "leader-elections.peers", "leader-election.peer[0]",
			"LEADER_ELECTION_PEERS_0", "leader-election.Peesr" })
	void slipFailsTheStartWithTheRightKey(String name) {
		MockEnvironment environment = new MockEnvironment();
		environment.getPropertySources().addLast(new MapPropertySource("file", Map.of(name, "http://a:1,http://b:1")));
		assertThatExceptionOfType(InvalidElectionConfigurationException.class)
			.isThrownBy(() -> MeantPeers.check(environment))
			.withMessageContaining(name + "=")
			.withMessageContaining("leader-election.peers");
	}

	@ParameterizedTest
	@ValueSource(
			strings = { "http://a:1,http://b:1", "a@http://a:1, b@https://b:1/x", "app-{0..2}@http://app-{0..2}:80" })
	void listBesideTheElectionFailsTheStart(String entries) {
		assertThatExceptionOfType(InvalidElectionConfigurationException.class)
			.isThrownBy(() -> MeantPeers.check(beside("leader-election.cluster", "peers", entries)))
			.withMessageContaining("peers=[")
			.withMessageContaining("Indent it below leader-election");
		assertThatExceptionOfType(InvalidElectionConfigurationException.class)
			.isThrownBy(() -> MeantPeers.check(beside("leader-election.cluster", "peers[0]", entries)));
		assertThatNoException().isThrownBy(() -> MeantPeers.check(beside("server.port", "peers", entries)));
		assertThatNoException()
			.isThrownBy(() -> MeantPeers.check(beside("leader-election.cluster", "my.peers", entries)));
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "ada,bob", "http://a:1,bob", "a:1,b:1", "ftp://a" })
	void anotherListBesideTheElectionIsLeftAlone(String entries) {
		assertThatNoException().isThrownBy(() -> MeantPeers.check(beside("leader-election.cluster", "peers", entries)));
	}

	private static MockEnvironment beside(String key, String list, String entries) {
		MockEnvironment environment = new MockEnvironment();
		environment.getPropertySources().addLast(new MapPropertySource("file", Map.of(key, "1", list, entries)));
		return environment;
	}

	@ParameterizedTest
	@ValueSource(strings = { "leader-election.peers", "leader-election.peers[0]", "LEADERELECTION_PEERS",
			"LEADERELECTION_PEERS_0", "leaderElection.peers", "leader-election.cluster", "leader-election.priority",
			"leader-election.node-id", "my.peers", "peers" })
	void otherKeysAreLeftAlone(String name) {
		assertThat(MeantPeers.isSlip(name)).isFalse();
	}

	@Test
	void environmentWithoutASlipPasses() {
		assertThatNoException()
			.isThrownBy(() -> MeantPeers.check(new MockEnvironment().withProperty("leader-election.peers", "")));
	}

}
