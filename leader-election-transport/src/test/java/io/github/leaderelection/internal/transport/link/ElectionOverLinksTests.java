package io.github.leaderelection.internal.transport.link;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;

import io.github.leaderelection.ElectionNode;
import io.github.leaderelection.LeaderElector;
import io.github.leaderelection.Member;
import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.quorum.QuorumMessage;
import io.github.leaderelection.internal.runtime.extension.ExtensionFactory;
import io.github.leaderelection.internal.runtime.extension.GroupExtension;
import io.github.leaderelection.internal.runtime.extension.GroupHost;
import io.github.leaderelection.internal.transport.link.TestNode.TransportType;
import io.github.leaderelection.internal.transport.link.TransportStatus.PeerStatus;
import io.github.leaderelection.internal.transport.spi.ApplicationUrls;
import io.github.leaderelection.internal.transport.spi.PeerTransportSettings;
import io.github.leaderelection.internal.transport.spi.Protection;
import io.github.leaderelection.internal.transport.spi.RefusalReason;
import io.github.leaderelection.internal.transport.tls.PeerTls;
import io.github.leaderelection.internal.transport.wire.WireCodec;
import io.github.leaderelection.node.ElectionNodeBuilder;
import io.github.leaderelection.node.GroupOptions;
import io.github.leaderelection.spi.ElectionMessage;
import io.github.leaderelection.spi.Envelope;
import io.github.resilience4j.circuitbreaker.CircuitBreakerRegistry;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The default election over real connections, of any transport.
 */
public abstract class ElectionOverLinksTests {

	/** A loaded machine may stand still for a part of it. */
	private static final GroupOptions LONG = GroupOptions.defaults().withLease(Duration.ofSeconds(4));

	private final TransportType type;

	private final Map<NodeId, TestServer> servers = new HashMap<>();

	private final Map<NodeId, LinkTransport> transports = new HashMap<>();

	private final Map<NodeId, ElectionNode> nodes = new HashMap<>();

	/** With directories, new nodes do not wait for a lease before they elect. */
	@TempDir
	private Path states;

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
		ids.forEach((id) -> this.servers.put(id, this.type.server(0, "")));
		ids.forEach((id) -> start(id, ids, Protection.of("secret"), GroupOptions.defaults()));
		NodeId first = awaitLeader();
		this.nodes.remove(first).close();
		this.servers.remove(first).stop();
		awaitLeader();
	}

	@Test
	void nodesThatChangeTheirSecretOneByOneStayLinkedAndKeepTheirLeader() {
		List<NodeId> ids = List.of(NodeId.of("a"), NodeId.of("b"), NodeId.of("c"));
		ids.forEach((id) -> this.servers.put(id, this.type.server(0, "")));
		ids.forEach((id) -> start(id, ids, Protection.of("before"), LONG));
		NodeId leader = awaitLeader();
		awaitLinks(ids);
		for (Protection each : List.of(new Protection("now", "before", PeerTls.OF_JVM), Protection.of("now"))) {
			long term = term(leader);
			for (NodeId id : ids) {
				if (!id.equals(leader)) {
					change(id, ids, each);
					assertThat(term(leader)).as("term of the leader").isEqualTo(term);
				}
			}
			change(leader, ids, each);
			leader = awaitLeader();
		}
	}

	@Test
	void messagesOfAnExtensionDisturbNoNodeThatLacksIt() {
		List<NodeId> ids = List.of(NodeId.of("a"), NodeId.of("b"), NodeId.of("c"));
		ids.forEach((id) -> this.servers.put(id, this.type.server(0, "")));
		Greeter first = new Greeter();
		Greeter last = new Greeter();
		start(ids.get(0), ids, Protection.of("secret"), LONG, first);
		start(ids.get(1), ids, Protection.of("secret"), LONG, null);
		start(ids.get(2), ids, Protection.of("secret"), LONG, last);
		NodeId leader = awaitLeader();
		awaitLinks(ids);
		long term = term(leader);
		List<Instant> since = linksOf(ids.get(1));
		Awaitility.await()
			.atMost(Duration.ofSeconds(60))
			.until(() -> first.heard.stream().filter(ids.get(2)::equals).count() >= 50
					&& last.heard.stream().filter(ids.get(0)::equals).count() >= 50);
		assertThat(first.heard).containsOnly(ids.get(2));
		assertThat(last.heard).containsOnly(ids.get(0));
		assertThat(term(leader)).isEqualTo(term);
		assertThat(linksOf(ids.get(1))).isEqualTo(since);
		ids.forEach((id) -> assertThat(this.transports.get(id).status().refusals().get(RefusalReason.UNKNOWN_MESSAGE))
			.as("refused by " + id)
			.isZero());
	}

	private List<Instant> linksOf(NodeId id) {
		return this.transports.get(id).status().peers().stream().map(PeerStatus::since).toList();
	}

	/** While it is away the others stay linked, and it is linked with both afterwards. */
	private void change(NodeId id, List<NodeId> ids, Protection protection) {
		this.nodes.remove(id).close();
		List<NodeId> others = ids.stream().filter((other) -> !other.equals(id)).toList();
		assertThat(linked(others.get(0), others.get(1))).isTrue();
		start(id, ids, protection, LONG);
		awaitLinks(ids);
		others.forEach((other) -> assertThat(refused(other)).as("refusals by " + other).isZero());
		assertThat(refused(id)).as("refusals by " + id).isZero();
	}

	private void awaitLinks(List<NodeId> ids) {
		Awaitility.await()
			.atMost(Duration.ofSeconds(60))
			.until(() -> ids.stream()
				.allMatch((id) -> ids.stream().allMatch((other) -> other.equals(id) || dialled(id, other))));
	}

	private boolean linked(NodeId from, NodeId to) {
		return this.transports.get(from).status().peer(to).connected();
	}

	/** Whether a node hears another on what it dialled itself. */
	private boolean dialled(NodeId from, NodeId to) {
		return linked(from, to) && from.equals(this.transports.get(from).status().peer(to).dialledBy());
	}

	private long refused(NodeId id) {
		return this.transports.get(id).status().refusals().getOrDefault(RefusalReason.SECRET, 0L);
	}

	private long term(NodeId leader) {
		return this.nodes.get(leader).elector("default").leadership().orElseThrow().fencingToken();
	}

	private void start(NodeId id, List<NodeId> ids, Protection protection, GroupOptions group) {
		start(id, ids, protection, group, null);
	}

	private void start(NodeId id, List<NodeId> ids, Protection protection, GroupOptions group,
			@Nullable Greeter greeter) {
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
				new PeerTransportSettings("default", id, peers, TestServer.PATH, protection, ids, (member) -> null,
						Duration.ofSeconds(1), Map.of(), new ApplicationUrls(null)),
				(greeter != null) ? Greeter.CODEC : TestNode.CODEC, CircuitBreakerRegistry.ofDefaults());
		this.transports.put(id, transport);
		this.servers.get(id).handler(transport.serverHandler());
		ElectionNodeBuilder builder = ElectionNodeBuilder.forNode(id)
			.members(members)
			.transport(transport)
			.stateDirectory(this.states.resolve(id.value()))
			.group("default", group);
		if (greeter != null) {
			builder.extension("default", greeter);
		}
		ElectionNode node = builder.build();
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

	/**
	 * An extension that greets all other members again and again.
	 */
	private static final class Greeter implements ExtensionFactory {

		private static final long EVERY = 10_000_000;

		static final WireCodec CODEC = new WireCodec(Map.of("default", QuorumMessage.class),
				Map.of("default", Map.of("greeter", Greeting.class)));

		private final List<NodeId> heard = new CopyOnWriteArrayList<>();

		@Override
		public String name() {
			return "greeter";
		}

		@Override
		public Class<? extends ElectionMessage> messageType() {
			return Greeting.class;
		}

		@Override
		public GroupExtension create(GroupHost host) {
			return new GroupExtension() {

				private long greeted = host.clock().monotonicNanos();

				@Override
				public long check(long monotonicNanos) {
					if (monotonicNanos - this.greeted >= EVERY) {
						this.greeted = monotonicNanos;
						host.settings()
							.members()
							.stream()
							.filter((member) -> !member.equals(host.settings().self()))
							.forEach((member) -> host.send(member, new Greeting.Hello(0)));
					}
					return EVERY;
				}

				@Override
				public void received(Envelope<? extends ElectionMessage> message) {
					Greeter.this.heard.add(message.from());
				}

			};
		}

		/**
		 * What greeters say to each other.
		 */
		private sealed interface Greeting extends ElectionMessage {

			@Override
			default boolean isRepeated() {
				return true;
			}

			record Hello(long term) implements Greeting {
			}

		}

	}

}
