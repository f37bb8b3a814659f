package io.github.leaderelection.system;

import java.io.IOException;
import java.net.InetAddress;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

import io.github.leaderelection.internal.transport.link.RawPeer;
import io.github.leaderelection.internal.transport.websocket.WebSocketRawPeer;
import io.github.leaderelection.system.cluster.Cluster.Leader;
import io.github.leaderelection.system.cluster.ClusterSpec;
import io.github.leaderelection.system.cluster.NodeProcess;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Processes that talk over HTTP instead of WebSocket.
 */
class HttpTransportIT extends AbstractClusterIT {

	/**
	 * What a starved machine may bring about, and what its peer is told of it. A POST
	 * that is not answered in time is given up, and the one that closes the link then
	 * arrives before it or while it is still read.
	 */
	private static final Set<String> FOR_BEING_SLOW = Set.of("SLOW_HANDSHAKE", "UNREACHED", "REPLAYED", "TOO_MANY",
			"BY_PEER");

	private final Map<NodeProcess, JsonNode> refusedAtFirst = new HashMap<>();

	HttpTransportIT() {
		super(ClusterSpec.ofThree("http-transport")
			.withStateDirectories(true)
			.with("leader-election.transport.type", "http")
			.with("leader-election.transport.secret", "open sesame, open wide"));
	}

	@BeforeAll
	void noteRefusals() throws IOException {
		for (NodeProcess node : this.cluster.nodes()) {
			this.refusedAtFirst.put(node, refusals(node));
		}
	}

	@Test
	void membersThatMeanWellAreNotRefused() {
		assertThat(this.refusedAtFirst).hasSize(3)
			.allSatisfy((node, counts) -> assertThat(counts.propertyNames()).isSubsetOf(FOR_BEING_SLOW));
	}

	@Test
	void killedLeaderIsSucceededByExactlyOneNode() {
		Leader before = this.cluster.awaitLeader();
		int grants = this.cluster.grants().size();
		before.node().kill();
		Leader after = this.cluster.awaitLeaderAfter(before);
		assertThat(after.token()).isGreaterThan(before.token());
		assertThat(after.node()).isNotSameAs(before.node());
		this.cluster.startAll();
		assertThat(this.cluster.awaitLeader()).isEqualTo(after);
		assertThat(this.cluster.grants()).hasSize(grants + 1).endsWith(after.token());
		assertThat(this.cluster.overlaps()).isEmpty();
	}

	@Test
	void webSocketIsRefusedWithTheReason() throws IOException {
		NodeProcess leader = this.cluster.awaitLeader().node();
		long before = refusals(leader, "TRANSPORT");
		try (WebSocketRawPeer peer = new WebSocketRawPeer(
				RawPeer.connected(InetAddress.getLoopbackAddress(), leader.port()))) {
			assertThat(peer.upgrade(WebSocketRawPeer.VERSION)).isEqualTo(400);
		}
		assertThat(refusals(leader, "TRANSPORT")).isEqualTo(before + 1);
	}

	private static long refusals(NodeProcess node, String reason) throws IOException {
		return refusals(node).path(reason).asLong(0);
	}

	private static JsonNode refusals(NodeProcess node) throws IOException {
		JsonNode counts = Http.json(node, "/actuator/leader").path("refusals");
		assertThat(counts.isObject()).isTrue();
		return counts;
	}

}
