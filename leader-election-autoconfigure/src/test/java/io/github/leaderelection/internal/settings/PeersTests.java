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
