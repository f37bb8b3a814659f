package io.github.leaderelection.internal.transport.websocket;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;

import io.github.leaderelection.ElectionNode;
import io.github.leaderelection.LeaderElector;
import io.github.leaderelection.LeaderInfo;
import io.github.leaderelection.Member;
import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.transport.link.TestNode;
import io.github.leaderelection.internal.transport.link.TestServer;
import io.github.leaderelection.internal.transport.link.TomcatTestServer;
import io.github.leaderelection.internal.transport.spi.PeerTransportSettings;
import io.github.leaderelection.internal.transport.spi.RefusalReason;
import io.github.leaderelection.node.ElectionNodeBuilder;
import io.github.leaderelection.node.GroupOptions;
import io.github.leaderelection.spi.Envelope;
import io.github.resilience4j.circuitbreaker.CircuitBreakerRegistry;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Three nodes that reach each other through relays, which do to what the leader says
 * whatever can be done without its keys.
 */
class SealedFramesTests {

	/** Each deed is done twice. */
	private static final int ROUNDS = 2 * Deed.values().length;

	private static final List<NodeId> IDS = List.of(NodeId.of("a"), NodeId.of("b"), NodeId.of("c"));

	/** No machine stands still for such a lease. */
	private static final GroupOptions GROUP = GroupOptions.defaults().withLease(Duration.ofSeconds(60));

	/** What comes of it. */
	private static final Set<RefusalReason> REFUSED = EnumSet.of(RefusalReason.SEAL, RefusalReason.REPLAYED,
			RefusalReason.MALFORMED);

	/** What a loaded machine may bring about. */
	private static final Set<RefusalReason> SLOW = EnumSet.of(RefusalReason.SLOW_HANDSHAKE, RefusalReason.BY_PEER);

	private final Random random = new Random(4711);

	private final Map<NodeId, TestServer> servers = new HashMap<>();

	private final Map<NodeId, Relay> relays = new HashMap<>();

	private final Map<NodeId, RecordedTransport> transports = new HashMap<>();

	private final Map<NodeId, ElectionNode> nodes = new HashMap<>();

	/** A text of a link that ended. */
	private byte[] former = {};

	/** With directories, new nodes do not wait for a lease before they elect. */
	@TempDir
	private Path states;

	@BeforeEach
	void start() throws IOException {
		for (NodeId id : IDS) {
			TestServer server = new TomcatTestServer(0, "");
			this.servers.put(id, server);
			this.relays.put(id, new Relay(server));
		}
		IDS.forEach(this::start);
	}

	private void start(NodeId id) {
		List<Member> members = new ArrayList<>();
		Map<NodeId, URI> peers = new HashMap<>();
		for (NodeId each : IDS) {
			members.add(new Member(each, this.relays.get(each).url()));
			if (!each.equals(id)) {
				peers.put(each, this.relays.get(each).url());
			}
		}
		WebSocketPeerTransport links = new WebSocketPeerTransport(
				new PeerTransportSettings("default", id, peers, TestServer.PATH, "secret", IDS), TestNode.CODEC,
				CircuitBreakerRegistry.ofDefaults());
		this.servers.get(id).handler(links.serverHandler());
		RecordedTransport transport = new RecordedTransport(links);
		this.transports.put(id, transport);
		ElectionNode node = ElectionNodeBuilder.forNode(id)
			.members(members)
			.transport(transport)
			.stateDirectory(this.states.resolve(id.value()))
			.group("default", GROUP)
			.build();
		this.nodes.put(id, node);
		node.start();
	}

	@AfterEach
	void stop() throws IOException {
		this.nodes.values().forEach(ElectionNode::close);
		for (Relay relay : this.relays.values()) {
			relay.close();
		}
		this.servers.values().forEach(TestServer::stop);
	}

	private static ConditionFactory await() {
		return Awaitility.await().atMost(Duration.ofSeconds(60)).pollInterval(Duration.ofMillis(5));
	}

	@Test
	void whatIsDoneOnTheWayEndsTheLinkAndReachesNoElection() {
		awaitLinks();
		await().until(() -> leader() != null);
		LeaderInfo leader = leader();
		List<NodeId> followers = IDS.stream().filter((id) -> !id.equals(leader.id())).toList();
		for (int round = 0; round < ROUNDS; round++) {
			Deed deed = Deed.values()[round % Deed.values().length];
			List<Instant> before = linkedSince(leader.id(), followers);
			this.relays.get(leader.id()).tamper(new Once(deed));
			int ended = round + 1;
			await().untilAsserted(
					() -> assertThat(refused(followers, REFUSED)).as("refused after %s", deed).isEqualTo(ended));
			await().until(() -> !linkedSince(leader.id(), followers).equals(before));
			awaitLinks();
		}
		Set<RefusalReason> others = EnumSet.complementOf(EnumSet.copyOf(REFUSED));
		others.removeAll(SLOW);
		assertThat(refused(followers, REFUSED)).isEqualTo(ROUNDS);
		assertThat(refused(IDS, others)).as("for another reason").isZero();
		// A leader may raise its term in place: its leadership and its token stay.
		assertThat(leader()).extracting(LeaderInfo::id, LeaderInfo::fencingToken)
			.containsExactly(leader.id(), leader.fencingToken());
		assertThat(known()).containsOnly(leader.id());
		for (NodeId follower : followers) {
			List<Envelope<?>> heard = this.transports.get(follower).receivedFrom(leader.id());
			assertThat(heard).hasSizeGreaterThan(ROUNDS / 2);
			assertThat(isPartOf(heard, this.transports.get(leader.id()).sentTo(follower)))
				.as("once, and in the order in which the leader said it")
				.isTrue();
		}
	}

	/**
	 * Until each hears all others on what it dialled itself, and dials nobody any more. A
	 * link that ended may have left a text on its way: what is done to that is done to
	 * nobody.
	 */
	private void awaitLinks() {
		await().until(() -> IDS.stream()
			.allMatch((id) -> this.transports.get(id)
				.links()
				.status()
				.peers()
				.stream()
				.allMatch((peer) -> peer.connected() && id.equals(peer.dialledBy()))));
		await().until(() -> this.relays.values().stream().allMatch((relay) -> relay.carried() == IDS.size() - 1));
	}

	private List<@Nullable Instant> linkedSince(NodeId peer, List<NodeId> nodes) {
		return nodes.stream().map((id) -> this.transports.get(id).links().status().peer(peer).since()).toList();
	}

	/** The node that leads, as it says itself, or null. */
	private @Nullable LeaderInfo leader() {
		return this.nodes.values()
			.stream()
			.map((node) -> node.elector("default"))
			.filter(LeaderElector::isLeader)
			.flatMap((elector) -> elector.leader().stream())
			.findFirst()
			.orElse(null);
	}

	/** Whom the nodes know as the leader. */
	private List<NodeId> known() {
		return this.nodes.values()
			.stream()
			.flatMap((node) -> node.elector("default").leader().stream())
			.map(LeaderInfo::id)
			.toList();
	}

	private long refused(List<NodeId> by, Set<RefusalReason> reasons) {
		return by.stream()
			.map((id) -> this.transports.get(id).links().status().refusals())
			.mapToLong((counts) -> reasons.stream().mapToLong((reason) -> counts.getOrDefault(reason, 0L)).sum())
			.sum();
	}

	private static boolean isPartOf(List<Envelope<?>> part, List<Envelope<?>> whole) {
		Iterator<Envelope<?>> rest = whole.iterator();
		return part.stream().allMatch((each) -> {
			boolean found = false;
			while (!found && rest.hasNext()) {
				found = rest.next().equals(each);
			}
			return found;
		});
	}

	/**
	 * What can be done without the keys.
	 */
	private enum Deed {

		FLIP_A_BIT, CUT, REPEAT, SWAP, LEAVE_OUT, TAKE_FROM_ANOTHER_LINK

	}

	/**
	 * Does one thing, to the link on which something is said first.
	 */
	private final class Once implements Relay.Tampering {

		private final Deed deed;

		private @Nullable Object link;

		private byte @Nullable [] held;

		private boolean done;

		Once(Deed deed) {
			this.deed = deed;
		}

		@Override
		public synchronized List<byte[]> instead(Object on, byte[] text) {
			boolean sealed = text[0] != '{';
			if (!sealed || this.done || this.link != null && this.link != on) {
				return List.of(text);
			}
			this.link = on;
			byte[] before = this.held;
			this.held = text;
			this.done = this.deed != Deed.SWAP || before != null;
			byte[] old = SealedFramesTests.this.former;
			if (this.done) {
				SealedFramesTests.this.former = text;
			}
			return switch (this.deed) {
				case FLIP_A_BIT -> List.of(flipped(text));
				case CUT -> List.of(Arrays.copyOf(text, SealedFramesTests.this.random.nextInt(text.length)));
				case REPEAT -> List.of(text, text);
				case SWAP -> (before != null) ? List.of(text, before) : List.of();
				case LEAVE_OUT -> List.of();
				case TAKE_FROM_ANOTHER_LINK -> List.of(old);
			};
		}

		private byte[] flipped(byte[] text) {
			byte[] other = text.clone();
			other[SealedFramesTests.this.random
				.nextInt(text.length)] ^= (byte) (1 << SealedFramesTests.this.random.nextInt(Byte.SIZE));
			return other;
		}

	}

}
