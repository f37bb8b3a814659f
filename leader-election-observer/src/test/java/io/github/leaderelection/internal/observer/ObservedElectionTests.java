package io.github.leaderelection.internal.observer;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

import io.github.leaderelection.ElectionNode;
import io.github.leaderelection.ElectionStatus.MemberStatus;
import io.github.leaderelection.ElectionStatus.Quorum;
import io.github.leaderelection.LeaderBroadcast;
import io.github.leaderelection.LeaderElector;
import io.github.leaderelection.LeaderInfo;
import io.github.leaderelection.Member;
import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.view.ElectorViews;
import io.github.leaderelection.internal.transport.link.LinkTransport;
import io.github.leaderelection.internal.transport.link.TestNode;
import io.github.leaderelection.internal.transport.link.TestServer;
import io.github.leaderelection.internal.transport.link.TomcatTestServer;
import io.github.leaderelection.internal.transport.spi.ApplicationUrls;
import io.github.leaderelection.internal.transport.spi.Observers;
import io.github.leaderelection.internal.transport.spi.PeerTransportSettings;
import io.github.leaderelection.internal.transport.spi.Protection;
import io.github.leaderelection.internal.transport.websocket.WebSocketPeerTransport;
import io.github.leaderelection.internal.view.GroupView;
import io.github.leaderelection.internal.view.ViewSource;
import io.github.leaderelection.node.ElectionNodeBuilder;
import io.github.leaderelection.node.GroupOptions;
import io.github.resilience4j.circuitbreaker.CircuitBreakerRegistry;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Three members that elect a leader over real connections, and observers of them.
 */
class ObservedElectionTests {

	private static final List<NodeId> IDS = List.of(NodeId.of("a"), NodeId.of("b"), NodeId.of("c"));

	private static final int OBSERVERS = 6;

	private static final Duration PATIENCE = Duration.ofSeconds(1);

	/** A loaded machine may stand still for a part of it. */
	private static final Duration LEASE = Duration.ofSeconds(6);

	private final Map<NodeId, URI> urls = new LinkedHashMap<>();

	private final Map<NodeId, TestServer> servers = new HashMap<>();

	private final Map<NodeId, LinkTransport> transports = new HashMap<>();

	private final Map<NodeId, ElectionNode> members = new HashMap<>();

	private final List<ElectionNode> observers = new ArrayList<>();

	/** With directories, new nodes do not wait for a lease before they elect. */
	@TempDir
	private Path states;

	@BeforeEach
	void start() {
		for (NodeId id : IDS) {
			TestServer server = new TomcatTestServer(0, "");
			this.servers.put(id, server);
			this.urls.put(id, URI.create("http://localhost:" + server.port()));
		}
		IDS.forEach(this::startMember);
		for (int i = 0; i < OBSERVERS; i++) {
			startObserver(NodeId.of("x" + i));
		}
	}

	@AfterEach
	void stop() {
		this.observers.forEach(ElectionNode::close);
		this.members.values().forEach(ElectionNode::close);
		this.servers.values().forEach(TestServer::stop);
	}

	private void startMember(NodeId id) {
		LateViews views = new LateViews();
		Map<NodeId, URI> others = new HashMap<>(this.urls);
		others.remove(id);
		LinkTransport transport = new WebSocketPeerTransport(
				new PeerTransportSettings("default", id, others, TestServer.PATH, Protection.of("secret"), IDS,
						(member) -> null, PATIENCE, Map.of(), new ApplicationUrls(null), new Observers(100, views)),
				TestNode.CODEC, CircuitBreakerRegistry.ofDefaults());
		this.servers.get(id).handler(transport.serverHandler());
		this.servers.get(id).observers(transport.observerHandler());
		List<Member> listed = IDS.stream().map((each) -> new Member(each, this.urls.get(each))).toList();
		ElectionNode node = ElectionNodeBuilder.forNode(id)
			.members(listed)
			.transport(transport)
			.stateDirectory(this.states.resolve(id.value()))
			.group("default", GroupOptions.defaults().withLease(LEASE))
			.build();
		views.views = new ElectorViews(node, (group) -> LEASE);
		this.transports.put(id, transport);
		this.members.put(id, node);
		node.start();
	}

	private void startObserver(NodeId id) {
		Map<NodeId, String> listed = new LinkedHashMap<>();
		this.urls.forEach((member, url) -> listed.put(member, url.toString()));
		PeerTransportSettings settings = new PeerTransportSettings("default", id, this.urls, TestServer.PATH, "secret",
				IDS);
		ElectionNode node = new ObserverNode(new ObserverIdentity(id, "default", listed), List.of("default"),
				() -> new ObserverTransport(settings, CircuitBreakerRegistry.ofDefaults()), (group) -> List.of(),
				(value) -> {
				});
		this.observers.add(node);
		node.start();
	}

	private static ConditionFactory await() {
		return Awaitility.await().atMost(Duration.ofSeconds(60)).pollInterval(Duration.ofMillis(10));
	}

	private NodeId awaitLeader() {
		return await().until(() -> this.members.entrySet()
			.stream()
			.filter((member) -> member.getValue().elector("default").isLeader())
			.map(Map.Entry::getKey)
			.findFirst()
			.orElse(null), (leader) -> leader != null);
	}

	private void awaitSeen(NodeId leader) {
		long token = this.members.get(leader).elector("default").leadership().orElseThrow().fencingToken();
		await().untilAsserted(() -> assertThat(this.observers)
			.allSatisfy((observer) -> assertThat(observer.elector("default").leader()).get()
				.satisfies(
						(seen) -> assertThat(seen.id() + " " + seen.fencingToken()).isEqualTo(leader + " " + token))));
	}

	@Test
	void observersLearnTheLeaderAndTheNextOneWhenItStops() {
		NodeId first = awaitLeader();
		awaitSeen(first);
		this.members.get(first).elector("default").broadcasts().send("progress").toCompletableFuture().join();
		await().untilAsserted(() -> assertThat(this.observers).allSatisfy(
				(observer) -> assertThat(observer.elector("default").broadcasts().last().map(LeaderBroadcast::text))
					.contains("progress")));
		LeaderInfo seen = this.observers.get(0).elector("default").leader().orElseThrow();
		assertThat(seen.url()).isEqualTo(this.urls.get(first).toString());
		this.members.remove(first).close();
		this.servers.remove(first).stop();
		NodeId second = awaitLeader();
		assertThat(second).isNotEqualTo(first);
		awaitSeen(second);
		await().until(() -> this.members.keySet()
			.stream()
			.mapToInt((member) -> this.transports.get(member).status().observers())
			.sum() == OBSERVERS);
	}

	@Test
	void observersNeverCount() {
		NodeId leader = awaitLeader();
		awaitSeen(leader);
		for (NodeId id : IDS) {
			LeaderElector member = this.members.get(id).elector("default");
			await().until(() -> new Quorum(2, 3).equals(member.status().quorum()));
			assertThat(member.status().members()).extracting(MemberStatus::id)
				.containsExactlyInAnyOrderElementsOf(IDS.stream().filter((each) -> !each.equals(id)).toList());
		}
		for (NodeId id : IDS) {
			if (!id.equals(leader)) {
				this.members.remove(id).close();
				this.servers.remove(id).stop();
			}
		}
		// Six observers and one member of three are no quorum.
		LeaderElector last = this.members.get(leader).elector("default");
		await().until(() -> !last.isLeader());
		await().until(() -> this.transports.get(leader).status().observers() == OBSERVERS);
		await().until(() -> this.observers.stream().allMatch((each) -> each.elector("default").leader().isEmpty()));
		assertThat(last.isLeader()).isFalse();
		assertThat(last.status().quorum()).isEqualTo(new Quorum(2, 1));
	}

	/**
	 * The views of a node that is made after its transport.
	 */
	private static final class LateViews implements ViewSource {

		private ViewSource views = ViewSource.NONE;

		@Override
		public Set<String> groups() {
			return this.views.groups();
		}

		@Override
		public GroupView view(String group) {
			return this.views.view(group);
		}

		@Override
		public void onChange(Runnable task) {
			this.views.onChange(task);
		}

	}

}
