package io.github.leaderelection.internal.settings;

import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.URI;
import java.util.List;

import io.github.leaderelection.Member;
import io.github.leaderelection.NodeId;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import org.springframework.mock.env.MockEnvironment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assumptions.assumeThat;

/**
 * Tests for {@link Peers}, {@link PeerAddress} and {@link Hosts}.
 */
class PeersTests {

	@ParameterizedTest
	@CsvSource({ "http://localhost:8081, localhost:8081, http://localhost:8081",
			"HTTP://Host-A:8081/, host-a:8081, http://host-a:8081",
			"https://host-a:8443/app/, host-a:8443, https://host-a:8443/app", "a@http://host:1, a, http://host:1",
			"a.b-c@http://host:1/x, a.b-c, http://host:1/x", "http://[::1]:8081, [::1]:8081, http://[::1]:8081",
			"' http://localhost:8081 ', localhost:8081, http://localhost:8081" })
	void entryIsUrlOrIdAtUrl(String entry, String id, String url) {
		assertThat(Peers.parse(List.of(entry)).members()).containsExactly(new Member(NodeId.of(id), URI.create(url)));
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', value = {
			"app-{0..2}@http://app-{0..2}.app:8080 | app-0@http://app-0.app:8080, app-1@http://app-1.app:8080, app-2@http://app-2.app:8080",
			"app-{08..11}@http://app-{08..11}:80 | app-08@http://app-08:80, app-09@http://app-09:80, app-10@http://app-10:80, app-11@http://app-11:80",
			"http://app-{9..10}:80 | app-9:80@http://app-9:80, app-10:80@http://app-10:80",
			"a{00..01}@http://h{00..01}:80 | a00@http://h00:80, a01@http://h01:80",
			"n{1..2}@http://localhost:808{1..2} | n1@http://localhost:8081, n2@http://localhost:8082", "n{3..3}@ | n3@",
			"n{0..1}@ | n0@, n1@" })
	void rangeStandsForANodeANumber(String entry, String nodes) {
		assertThat(Peers.parse(List.of(entry)).entries()).containsExactly(nodes.split(", "));
		assertThat(Peers.parse(List.of("z@http://z:1", entry)).members()).hasSize(nodes.split(", ").length + 1);
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', value = {
			"app-{0..2}@http://app-{0..3}:80 | Its ranges {0..2} and {0..3} differ | the same range at each place",
			"app-{0..2}@http://app-{00..02}:80 | differ | the same range",
			"app-{8..011}@http://app-{8..011}:80 | begin with a zero and have different lengths | {08..11}",
			"app-{2..0}@http://app-{2..0}:80 | The range {2..0} begins behind its end | smaller number first",
			"app-{0..101}@http://app-{0..101}:80 | 102 nodes, more than 101 | leader-election.observe=true",
			"a{0..999999999}@http://a{0..999999999}:80 | more than 101 | fewer instances",
			"app-{0-2}@http://app-{0-2}:80 | {0-2} is no range | app-{0..2}@",
			"app-{0..}@http://app-{0..}:80 | {0..} is no range | app-{0..2}@",
			"app-{0..9999999999}@http://app:80 | is no range | app-{0..2}@",
			"app-{0..2@http://app:80 | brace in it has no counterpart | app-{0..2}@",
			"app-{0..2}}@http://app:80 | brace in it has no counterpart | app-{0..2}@" })
	void whatIsNoRangeIsRefusedWithItsText(String entry, String problem, String remedy) {
		assertThatExceptionOfType(InvalidElectionConfigurationException.class)
			.isThrownBy(() -> Peers.parse(List.of("z@http://z:1", entry)))
			.withMessageStartingWith("leader-election.peers[1]=" + entry + ": ")
			.withMessageContaining(problem)
			.withMessageContaining(remedy);
	}

	@Test
	void rangeCountsAsTheNodesThatItStandsFor() {
		assertThat(Peers.count(List.of(" app-{0..2}@http://app-{0..2}:1 "))).isEqualTo(3);
		assertThat(Peers.count(List.of("a@http://a:1", "b@"))).isEqualTo(2);
		assertThat(Peers.count(List.of())).isZero();
	}

	@Test
	void rangeInHalfOfAnEntryListsANodeTwice() {
		assertThatExceptionOfType(InvalidElectionConfigurationException.class)
			.isThrownBy(() -> Peers.parse(List.of("a@http://app-{0..2}:80")))
			.withMessageContaining("'a@http://app-0:80' and 'a@http://app-1:80' have the same id 'a'");
		assertThatExceptionOfType(InvalidElectionConfigurationException.class)
			.isThrownBy(() -> Peers.parse(List.of("app-{0..2}@http://app:80")))
			.withMessageContaining("have the same URL");
	}

	@Test
	void rangeSurvivesInThePlaceOfAPlaceholder() {
		assertThat(new MockEnvironment().resolvePlaceholders("${PEERS:app-{0..2}@http://app-{0..2}.app:8080}"))
			.isEqualTo("app-{0..2}@http://app-{0..2}.app:8080");
	}

	@Test
	void entryMayBeAnIdWhoseUrlIsNotKnown() {
		Peers peers = Peers.parse(List.of("a@http://host:1", "b@", " c@ "));
		assertThat(peers.members()).containsExactly(new Member(NodeId.of("a"), URI.create("http://host:1")),
				new Member(NodeId.of("b"), null), new Member(NodeId.of("c"), null));
		assertThat(peers.isOpen()).isTrue();
		assertThat(peers.located()).containsExactly(NodeId.of("a"));
		assertThat(peers.entries()).containsExactly("a@http://host:1", "b@", "c@");
		assertThat(Peers.parse(List.of("http://host:1", "a@http://host:2")).isOpen()).isFalse();
	}

	@Test
	void sameUrlInAnotherSpellingIsTheSameNode() {
		assertThatExceptionOfType(InvalidElectionConfigurationException.class)
			.isThrownBy(() -> Peers.parse(List.of("a@http://host:1", "b@http://HOST:1/")))
			.withMessageContaining("have the same URL");
	}

	@Test
	void nodeIsFoundByPortAndLocalAddress() {
		Peers peers = Peers.parse(List.of("http://localhost:8081", "http://127.0.0.1:8082", "http://203.0.113.1:8083"));
		assertThat(peers.byPort(8081).id()).isEqualTo(NodeId.of("localhost:8081"));
		assertThat(peers.byPort(8082).id()).isEqualTo(NodeId.of("127.0.0.1:8082"));
		assertThatExceptionOfType(InvalidElectionConfigurationException.class).isThrownBy(() -> peers.byPort(8083))
			.withMessageContaining("No entry is this node");
	}

	@Test
	void onlyTheLocalOneOfSeveralNodesWithThatPortIsThisNode() {
		Peers peers = Peers
			.parse(List.of("http://203.0.113.1:8080", "http://localhost:8080", "http://203.0.113.2:8080"));
		assertThat(peers.byPort(8080).id()).isEqualTo(NodeId.of("localhost:8080"));
	}

	@Test
	void nodeIsFoundByUrlInWhateverSpelling() {
		Peers peers = Peers.parse(List.of("a@http://host-a:8080", "b@http://host-b:8080/app"));
		assertThat(peers.byUrl(PeerAddress.parse("key", "http://HOST-B:8080/app/")).id()).isEqualTo(NodeId.of("b"));
	}

	@Test
	void loopbackIsLocalAndLoopback() {
		for (String host : List.of("localhost", "127.0.0.1", "127.0.0.5", "[::1]")) {
			assertThat(Hosts.isLocal(host)).as(host).isTrue();
			assertThat(Hosts.isLoopback(host)).as(host).isTrue();
		}
	}

	@Test
	void addressOfAnInterfaceIsLocalButNotLoopback() throws Exception {
		String address = NetworkInterface.networkInterfaces()
			.flatMap(NetworkInterface::inetAddresses)
			.filter((candidate) -> !candidate.isLoopbackAddress() && candidate.getAddress().length == 4)
			.map(InetAddress::getHostAddress)
			.findFirst()
			.orElse(null);
		assumeThat(address).isNotNull();
		assertThat(Hosts.isLocal(address)).isTrue();
		assertThat(Hosts.isLoopback(address)).isFalse();
	}

	@Test
	void otherAddressesAndUnknownNamesAreNeither() {
		for (String host : List.of("203.0.113.1", "no-such-host.invalid")) {
			assertThat(Hosts.isLocal(host)).as(host).isFalse();
			assertThat(Hosts.isLoopback(host)).as(host).isFalse();
		}
	}

}
