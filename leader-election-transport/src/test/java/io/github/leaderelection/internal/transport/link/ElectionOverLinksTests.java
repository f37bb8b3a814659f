package io.github.leaderelection.internal.transport.link;

import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import io.github.leaderelection.ElectionNode;
import io.github.leaderelection.LeaderElector;
import io.github.leaderelection.Member;
import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.transport.link.TestNode.TransportType;
import io.github.leaderelection.internal.transport.medium.PeerTransportSettings;
import io.github.leaderelection.node.ElectionNodeBuilder;
import io.github.resilience4j.circuitbreaker.CircuitBreakerRegistry;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * The default election over real connections, of any transport.
 */
public abstract class ElectionOverLinksTests {

	private final TransportType type;

	private final Map<NodeId, TestServer> servers = new HashMap<>();

	private final Map<NodeId, ElectionNode> nodes = new HashMap<>();

	protected ElectionOverLinksTests(TransportType type) {
		this.type = type;
	}

	@AfterEach
	void stop() {
		this.nodes.values().forEach(ElectionNode::close);
		this.servers.values().forEach(TestServer::stop);
	}

	@Test
	void threeNodesElectOneLeaderAndAnotherWhenItStops() {
		List<NodeId> ids = List.of(NodeId.of("a"), NodeId.of("b"), NodeId.of("c"));
		ids.forEach((id) -> this.servers.put(id, new TestServer(0, "")));
		ids.forEach((id) -> start(id, ids));
		NodeId first = awaitLeader();
		this.nodes.remove(first).close();
		this.servers.remove(first).stop();
		awaitLeader();
	}

	private void start(NodeId id, List<NodeId> ids) {
		List<Member> members = new ArrayList<>();
		Map<NodeId, URI> peers = new HashMap<>();
		for (NodeId each : ids) {
			URI url = URI.create("http://localhost:" + this.servers.get(each).port());
			members.add(new Member(each, url));
			if (!each.equals(id)) {
				peers.put(each, url);
			}
		}
		LinkTransport transport = this.type.create(
				new PeerTransportSettings("default", id, peers, TestServer.PATH, "secret", ids), TestNode.CODEC,
				CircuitBreakerRegistry.ofDefaults());
		this.servers.get(id).handler(transport.serverHandler());
		ElectionNode node = ElectionNodeBuilder.forNode(id).members(members).transport(transport).build();
		this.nodes.put(id, node);
		node.start();
	}

	private NodeId awaitLeader() {
		return Awaitility.await().atMost(Duration.ofSeconds(60)).pollInterval(Duration.ofMillis(10)).until(() -> {
			List<NodeId> leaders = new ArrayList<>();
			this.nodes.forEach((id, node) -> {
				LeaderElector elector = node.elector("default");
				if (elector.isLeader()) {
					leaders.add(id);
				}
			});
			return (leaders.size() == 1) ? leaders.get(0) : null;
		}, (leader) -> leader != null);
	}

}
