package io.github.leaderelection.internal.transport.link;

import java.io.IOException;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.quorum.QuorumMessage.HeartbeatResponse;
import io.github.leaderelection.internal.quorum.QuorumMessage.LeadershipCession;
import io.github.leaderelection.internal.transport.link.TestNode.TransportType;
import io.github.leaderelection.internal.transport.spi.ApplicationUrls;
import io.github.leaderelection.internal.transport.spi.PeerTransportSettings;
import io.github.leaderelection.internal.transport.spi.Protection;
import io.github.leaderelection.internal.transport.spi.RefusalReason;
import io.github.leaderelection.internal.transport.peer.SendQueue;
import io.github.leaderelection.internal.transport.wire.FrameParts;
import io.github.leaderelection.internal.transport.wire.HandshakeFrame.GroupRules;
import io.github.leaderelection.internal.transport.wire.HandshakeFrame.Hello;
import io.github.leaderelection.spi.Envelope;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.awaitility.core.ConditionTimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

/**
 * Whoever means ill or is ill, over any transport. In every test two members stay linked
 * and can talk.
 */
public abstract class HostilePeersTests {

	protected static final NodeId A = NodeId.of("a");

	protected static final NodeId B = NodeId.of("b");

	protected static final NodeId C = NodeId.of("c");

	protected static final String SECRET = "secret";

	/** Each of the two dialled one. */
	protected static final int OF_B = 2;

	protected final TestNode a;

	protected final TestNode b;

	private final TransportType type;

	private final ApplicationUrls applications = new ApplicationUrls(null);

	private final List<AutoCloseable> opened = new ArrayList<>();

	private final Pauses pauses = new Pauses();

	/** Until the two were linked: on a loaded machine the first dial may be given up. */
	private List<String> heardOfB = List.of();

	protected HostilePeersTests(TransportType type) {
		this(type, type.server(0, ""));
	}

	/**
	 * Tests a transport.
	 * @param server of the node that is attacked
	 */
	protected HostilePeersTests(TransportType type, TestServer server) {
		this.type = type;
		this.a = new TestNode(type, "a", "", server);
		this.b = new TestNode(type, "b");
	}

	/** Only connects. */
	protected abstract RawPeer connect(TestNode node, InetAddress host) throws IOException;

	/** Connects as far as it goes before a word is said. */
	protected abstract RawPeer open(TestNode node) throws IOException;

	/** Where raw peers that say they are c are reached, null where they need not be. */
	protected abstract URI urlOfRawPeers();

	protected static ConditionFactory await() {
		return Awaitility.await().atMost(Duration.ofSeconds(30)).pollInterval(Duration.ofMillis(10));
	}

	private PeerTransportSettings settings(TestNode of, Map<NodeId, URI> peers) {
		return new PeerTransportSettings("test", of.id, peers, TestServer.PATH, Protection.of(SECRET), List.of(A, B, C),
				(member) -> null, Duration.ofSeconds(1), Map.of("default", "quorum"),
				(of == this.a) ? this.applications : new ApplicationUrls(null));
	}

	@BeforeEach
	void start() {
		Map<NodeId, URI> known = new HashMap<>(Map.of(B, this.b.url()));
		if (urlOfRawPeers() != null) {
			known.put(C, urlOfRawPeers());
		}
		this.b.start(settings(this.b, Map.of(A, this.a.url()))).connect(this.a);
		this.a.start(settings(this.a, known)).connect(this.b);
		this.a.connect("c");
		await().until(() -> this.a.hearsOnItsDial(this.b) && this.b.hearsOnItsDial(this.a)
				&& this.a.status().connections() == OF_B && this.b.status().connections() == OF_B);
		this.heardOfB = this.a.awaitHeardOfLink(this.b);
	}

	@AfterEach
	void stop() throws Exception {
		try {
			List<String> heard = this.a.receiver.of("b");
			if (!this.pauses.mayHaveEndedLinks()) {
				assertThat(heard).isEqualTo(this.heardOfB);
			}
			await().until(() -> this.a.linked(this.b) && this.b.linked(this.a));
			this.a.vote(B, 4711);
			this.b.vote(A, 4712);
			await().until(() -> this.b.terms(this.a).contains(4711L) && this.a.terms(this.b).contains(4712L));
		}
		finally {
			this.pauses.close();
			for (AutoCloseable each : this.opened) {
				each.close();
			}
			this.a.stop();
			this.b.stop();
		}
	}

	protected final RawPeer open() throws IOException {
		return keep(open(this.a));
	}

	protected final RawPeer connect() throws IOException {
		return keep(connect(this.a, InetAddress.getLoopbackAddress()));
	}

	/**
	 * Links a raw peer as c. Like any member it dials again where a loaded machine was
	 * too slow.
	 */
	protected final RawPeer member() {
		return await().atMost(Duration.ofSeconds(120))
			.ignoreExceptionsMatching(
					(failure) -> failure instanceof IOException || failure instanceof ConditionTimeoutException)
			.until(() -> {
				long before = linksOfC();
				RawPeer peer = open();
				peer.link(SECRET, "c", 7, A, B, C);
				// The node hears its last word a moment after it was said.
				await().atMost(Duration.ofSeconds(5)).pollDelay(Duration.ZERO).until(() -> linksOfC() > before);
				return peer;
			}, (peer) -> true);
	}

	private long linksOfC() {
		return this.a.receiver.of("c").stream().filter("+c"::equals).count();
	}

	protected static Envelope<?> envelope(String cluster, String group, NodeId from, long term) {
		return new Envelope<>(cluster, group, from, "i", 1, "f", 0,
				new HeartbeatResponse(term, 1, true, true, 1_000_000_000L));
	}

	/** What c may say in this term. */
	protected static String message(long term) {
		return TestNode.CODEC.encode(envelope("test", "default", C, term));
	}

	/** How many messages of this term were taken. */
	protected final long taken(long term) {
		return this.a.receiver.messages.stream().filter((each) -> each.body().term() == term).count();
	}

	/** Closes it after the test. */
	protected final <T extends AutoCloseable> T keep(T each) {
		this.opened.add(each);
		return each;
	}

	protected final void awaitRefused(RefusalReason reason, long times) {
		await().untilAsserted(() -> {
			if (reason == RefusalReason.SLOW_HANDSHAKE) {
				assertLate(this.a.refused(reason), times);
			}
			else {
				assertThat(this.a.refused(reason)).isEqualTo(times);
			}
		});
		await().until(() -> this.a.status().connections() == OF_B && this.a.status().unauthenticated() == 0);
	}

	/**
	 * A machine that stood still may have been too late for others than those of the
	 * test.
	 */
	protected final void assertLate(long refused, long expected) {
		if (this.pauses.mayHaveEndedLinks()) {
			assertThat(refused).isGreaterThanOrEqualTo(expected);
		}
		else {
			assertThat(refused).isEqualTo(expected);
		}
	}

	/**
	 * Unless the time of one of them is already over, for the machine stood still. Some
	 * servers answer an upgrade before they hand the connection over.
	 */
	protected final void assertUnauthenticated(int strangers) {
		await().untilAsserted(() -> {
			int seen = this.a.status().unauthenticated();
			if (this.a.refused(RefusalReason.SLOW_HANDSHAKE) == 0) {
				assertThat(seen).isEqualTo(strangers);
			}
		});
	}

	/** The receiver may hear of an end a moment after the status has shown it. */
	protected final void awaitHeardOfC(String... last) {
		await().untilAsserted(() -> assertThat(this.a.receiver.inTimeOf("c")).endsWith(last));
	}

	@Test
	void aWrongSecretIsRefusedCountedAndReported() throws IOException {
		RawPeer stranger = open();
		stranger.authenticate("wrong", "c", 7, A, B, C);
		assertThat(stranger.readClose()).isEqualTo(RefusalReason.SECRET.closeCode());
		awaitRefused(RefusalReason.SECRET, 1);
		assertThat(this.a.receiver.refusals)
			.anyMatch((text) -> text.startsWith("null: ") && text.contains("leader-election.transport.secret"));
		assertThat(this.a.status().lastRefusal()).contains("SECRET").contains("127.0.0.1");
		assertThat(this.a.receiver.of("c").stream().filter("+c"::equals)).isEmpty();
	}

	@Test
	void aNodeWithAnotherSecretIsToldWhy() {
		TestNode c = new TestNode(this.type, "c");
		try {
			c.start(new PeerTransportSettings("test", C, Map.of(A, this.a.url()), TestServer.PATH, "wrong",
					List.of(A, B, C)));
			c.connect(this.a);
			await().until(() -> c.refused(RefusalReason.SECRET) > 0);
			await().untilAsserted(() -> assertThat(c.peer(this.a).lastRefusal()).contains("SECRET"));
			await().until(() -> this.a.refused(RefusalReason.SECRET) + this.a.refused(RefusalReason.BY_PEER) > 0);
			await().until(() -> c.receiver.refusals.stream()
				.anyMatch((text) -> text.startsWith("a: SECRET: wrong secret: set the same")));
			await().until(() -> this.a.receiver.refusals.stream().anyMatch((text) -> text.contains("wrong secret")));
			assertThat(c.receiver.inTimeOf("a")).isEmpty();
		}
		finally {
			c.stop();
		}
	}

	@Test
	void aFloodOfConnectionsIsBounded() throws IOException {
		int came = 0;
		// On a loaded machine the silent may leave before the places are taken.
		while (came < 60 || came < 1000 && this.a.refused(RefusalReason.TOO_MANY) == 0) {
			assertThat(connect().knock()).isLessThan(300);
			assertThat(this.a.status().unauthenticated()).isLessThanOrEqualTo(14);
			came++;
		}
		int strangers = came + awaitLinkInACrowd();
		assertThat(this.a.refused(RefusalReason.TOO_MANY)).isPositive();
		await().untilAsserted(() -> assertLate(
				this.a.refused(RefusalReason.TOO_MANY) + this.a.refused(RefusalReason.SLOW_HANDSHAKE), strangers));
		await().until(() -> this.a.peer("c").connected() && this.a.status().unauthenticated() == 0);
	}

	/**
	 * On a loaded machine the member itself may be too slow for a crowd.
	 * @return how many of its connections were refused
	 */
	private int awaitLinkInACrowd() {
		AtomicInteger refused = new AtomicInteger();
		await().until(() -> {
			RawPeer member = open();
			try {
				member.link(SECRET, "c", 7, A, B, C);
				return true;
			}
			catch (IOException ex) {
				refused.incrementAndGet();
				return false;
			}
		});
		return refused.get();
	}

	@Test
	void garbageBeforeTheHandshakeIsRefused() throws IOException {
		List<String> garbage = List.of("", "x", "{", "{}", "[]", "null", "{\"v\":2,\"type\":\"Opening\",\"body\":{}}",
				"{\"v\":2,\"type\":\"LeaderHeartbeat\",\"body\":{}}");
		for (String text : garbage) {
			RawPeer stranger = open();
			stranger.text(text);
			assertThat(stranger.readClose()).isEqualTo(RefusalReason.MALFORMED.closeCode());
		}
		awaitRefused(RefusalReason.MALFORMED, garbage.size());
	}

	@Test
	void oversizedFramesAreRefused() throws IOException {
		RawPeer before = open();
		before.text("x".repeat(16 * 1024 + 65));
		assertThat(before.readEnd()).isTrue();
		awaitRefused(RefusalReason.OVERSIZED, 1);

		RawPeer after = member();
		try {
			after.text("x".repeat(1024 * 1024));
		}
		catch (IOException ex) {
			// It may have been closed before all of it was sent.
		}
		assertThat(after.readEnd()).isTrue();
		await().untilAsserted(() -> assertThat(this.a.refused(RefusalReason.OVERSIZED)).isEqualTo(2));
	}

	@Test
	void partsOfALongFrameAreRefusedBeforeTheHandshakeAndBoundedAfterIt() throws IOException {
		String part = "+" + "x".repeat(16 * 1024 - 1);
		RawPeer before = open();
		before.text(part);
		assertThat(before.readClose()).isEqualTo(RefusalReason.MALFORMED.closeCode());
		awaitRefused(RefusalReason.MALFORMED, 1);

		RawPeer after = member();
		Envelope<?> note = new Envelope<>("test", "default", C, "i", 1, "f", 0, Board.note(5, 32 * 1024, "\u4e2d"));
		for (String each : FrameParts.cut(TestNode.CODEC.encode(note))) {
			after.text(each);
		}
		await().until(() -> this.a.receiver.messages.contains(note));
		for (int i = 0; i < 4; i++) {
			after.text(part);
		}
		assertThat(after.readEnd()).isTrue();
		await().untilAsserted(() -> assertThat(this.a.refused(RefusalReason.OVERSIZED)).isEqualTo(1));
	}

	@Test
	void manyPartsOfOneFrameAreBoundedTogether() throws IOException {
		RawPeer stranger = open();
		try {
			stranger.manyParts();
		}
		catch (IOException ex) {
			// Closed meanwhile.
		}
		assertThat(stranger.readEnd()).isTrue();
		awaitRefused(RefusalReason.OVERSIZED, 1);
	}

	@Test
	void halfAFrameIsClosedBeforeAndAfterTheHandshake() throws IOException {
		RawPeer before = open();
		before.half("{\"v\":2,");
		RawPeer after = member();
		after.half("{\"v\":2,");
		assertThat(before.readClose()).isEqualTo(RefusalReason.SLOW_HANDSHAKE.closeCode());
		// It answers no ping either.
		assertThat(after.readClose()).isPositive();
		awaitHeardOfC("+c", "-c SILENT");
	}

	@Test
	void aClientThatNeverReadsIsClosedAndKeepsNobodyWaiting() throws IOException {
		RawPeer deaf = member();
		deaf.stopReading();
		List<NodeId> padding = Collections.nCopies(100, NodeId.of("n".repeat(100)));
		long sent = 0;
		while (this.a.peer("c").connected() && sent < 100_000) {
			this.a.transport()
				.send(C, new Envelope<>("test", "default", A, "i", 1, "f", 0,
						new HeartbeatResponse(1, sent, true, true, 1_000_000_000L)));
			this.a.transport()
				.send(C, new Envelope<>("test", "default", A, "i", 1, "f", 0,
						new LeadershipCession(sent, padding, false)));
			sent++;
			assertThat(this.a.peer("c").queuedBytes()).isLessThanOrEqualTo(SendQueue.CAPACITY);
		}
		awaitHeardOfC("+c", "-c SILENT");
		// While its writer is still stuck the others are served.
		this.a.vote(B, 99);
		await().until(() -> this.b.terms(this.a).contains(99L));
		await().until(() -> this.a.status().connections() == OF_B);
	}

	@Test
	void heartbeatsToAClientThatNeverReadsAreDroppedUntilTheWriteTimesOut() throws IOException {
		RawPeer deaf = member();
		deaf.stopReading();
		await().until(() -> {
			for (int i = 0; i < 2000; i++) {
				this.a.beat(C, i);
			}
			return !this.a.peer("c").connected();
		});
		awaitHeardOfC("+c", "-c SILENT");
		assertThat(this.a.status().droppedHeartbeats()).isPositive();
	}

	@Test
	void aSecondProcessWithOneIdIsRefusedWhileTheFirstIsAlive() throws IOException {
		// The first is b itself.
		await().ignoreExceptionsInstanceOf(IOException.class).until(() -> {
			try (RawPeer second = open(this.a)) {
				second.authenticate(SECRET, "b", 666, A, B, C);
				return second.readClose() == RefusalReason.SECOND_NODE.closeCode();
			}
		});
		assertThat(this.a.refused(RefusalReason.SECOND_NODE)).isPositive();
		assertThat(this.applications.of(B, null)).as("what the refused process told").isNull();
		assertThat(this.a.receiver.refusals).anyMatch((text) -> text.startsWith("b: ") && text.contains("its own id"));
	}

	@Test
	void aRestartedProcessIsLinkedSoonThoughItsOldConnectionSeemsOpen() throws IOException {
		RawPeer hanging = member();
		hanging.stopReading();
		await().until(() -> {
			try {
				RawPeer restarted = open();
				restarted.authenticate(SECRET, "c", 8, A, B, C);
				restarted.hear();
				restarted.speak();
				return true;
			}
			catch (IOException ex) {
				return false;
			}
		});
		awaitHeardOfC("+c", "-c SILENT", "+c");
		assertThat(this.a.refused(RefusalReason.SECOND_NODE)).isZero();
	}

	@Test
	void aPeerThatDialsAgainReplacesItsOldConnection() throws IOException {
		RawPeer first = member();
		RawPeer again = member();
		assertThat(first.readEnd()).isTrue();
		awaitHeardOfC("+c", "-c CLOSED", "+c");
		await().until(() -> this.a.status().connections() == OF_B + 1);
	}

	@Test
	void anotherClusterTheOwnIdAndStrangersAreRefused() throws IOException {
		RawPeer foreign = open();
		foreign.open(SECRET);
		foreign.say(new Hello("other\nWARN forged", C, 7, List.of(A, B, C), null, List.of()));
		assertThat(foreign.readClose()).isEqualTo(RefusalReason.CLUSTER.closeCode());
		RawPeer self = open();
		self.authenticate(SECRET, "a", 7, A, B, C);
		assertThat(self.readClose()).isEqualTo(RefusalReason.OWN_ID.closeCode());
		RawPeer stranger = open();
		stranger.authenticate(SECRET, "d", 7, A, B, C, NodeId.of("d"));
		assertThat(stranger.readClose()).isEqualTo(RefusalReason.UNKNOWN_MEMBER.closeCode());
		awaitRefused(RefusalReason.CLUSTER, 1);
		awaitRefused(RefusalReason.OWN_ID, 1);
		awaitRefused(RefusalReason.UNKNOWN_MEMBER, 1);
		assertThat(this.a.receiver.refusals).isNotEmpty().allSatisfy((text) -> assertThat(text).isPrintable());
		assertThat(this.a.receiver.refusals).noneMatch((text) -> text.startsWith("a: "))
			.anyMatch((text) -> text.startsWith("null: OWN_ID: ") && text.contains("(from "));
	}

	@Test
	void messagesInTheNameOfOthersAreRefused() throws IOException {
		RawPeer liar = member();
		liar.text(TestNode.CODEC.encode(envelope("test", "default", B, 31)));
		assertThat(liar.readClose()).isEqualTo(RefusalReason.FOREIGN.closeCode());
		RawPeer foreign = member();
		foreign.text(TestNode.CODEC.encode(envelope("other", "default", C, 32)));
		assertThat(foreign.readClose()).isEqualTo(RefusalReason.FOREIGN.closeCode());
		awaitRefused(RefusalReason.FOREIGN, 2);
		assertThat(this.a.receiver.messages).noneMatch((envelope) -> envelope.body().term() > 30);
	}

	@Test
	void aMessageOfAnUnknownGroupIsCountedAndTheLinkStays() throws IOException {
		RawPeer newer = member();
		String text = message(33);
		newer.text(text.replace("\"default\"", "\"unheard-of\""));
		newer.text(text.replace("HeartbeatResponse", "AppendEntries"));
		newer.text(text);
		await().until(() -> taken(33) > 0);
		assertThat(this.a.refused(RefusalReason.UNKNOWN_MESSAGE)).isEqualTo(2);
		assertThat(this.a.peer("c").connected()).isTrue();
	}

	@Test
	void aMessageOfAGroupWithOtherRulesIsCountedAndTheLinkStays() throws IOException {
		RawPeer other = open();
		other.open(SECRET);
		other.say(new Hello("test", C, 7, List.of(A, B, C), null,
				List.of(new GroupRules("bully with minimum-cluster-size=1", List.of()))));
		other.hear();
		other.speak();
		await().untilAsserted(() -> assertThat(this.a.receiver.foreign.get(C)).containsOnlyKeys("default"));
		other.text(message(34));
		other.text(TestNode.CODEC.encode(envelope("test", "other", C, 35)));
		await().until(() -> taken(35) > 0);
		assertThat(taken(34)).isZero();
		assertThat(this.a.refused(RefusalReason.ALGORITHM)).isEqualTo(2);
		assertThat(this.a.peer("c").connected()).isTrue();
	}

	@Test
	void garbageOnALinkClosesIt() throws IOException {
		RawPeer ill = member();
		ill.text("{\"v\":2}");
		assertThat(ill.readClose()).isEqualTo(RefusalReason.MALFORMED.closeCode());
		awaitRefused(RefusalReason.MALFORMED, 1);
		awaitHeardOfC("+c", "-c CLOSED");
	}

	@Test
	void withoutASecretOnlyThisMachineIsBelieved() throws Exception {
		TestNode open = new TestNode(this.type, "a");
		this.opened.add(open::stop);
		NodeId far = NodeId.of("far");
		InetAddress own = address();
		open.start(new PeerTransportSettings("test", A, Map.of(far, URI.create("http://192.0.2.1:8080")),
				TestServer.PATH, null, List.of(A, far)));
		for (String header : List.of("X-Forwarded-For: 127.0.0.1", "Forwarded: for=127.0.0.1", "Via: 1.1 proxy")) {
			try (RawPeer proxied = connect(open, InetAddress.getLoopbackAddress())) {
				assertThat(proxied.knock(header)).isEqualTo(403);
			}
		}
		assertThat(open.refused(RefusalReason.NOT_LOOPBACK)).isEqualTo(3);
		open.connect("far");
		await().until(() -> open.refused(RefusalReason.NOT_LOOPBACK) > 3);
		await().untilAsserted(
				() -> assertThat(open.peer("far").lastFailure()).contains("leader-election.transport.secret"));
		assumeTrue(own != null, "this machine has an address besides loopback");
		long before = open.refused(RefusalReason.NOT_LOOPBACK);
		try (RawPeer outside = connect(open, own)) {
			assertThat(outside.knock()).isEqualTo(403);
		}
		assertThat(open.refused(RefusalReason.NOT_LOOPBACK)).isGreaterThan(before);
	}

	private static InetAddress address() throws IOException {
		for (NetworkInterface network : Collections.list(NetworkInterface.getNetworkInterfaces())) {
			for (InetAddress address : Collections.list(network.getInetAddresses())) {
				if (network.isUp() && address instanceof Inet4Address && !address.isLoopbackAddress()) {
					return address;
				}
			}
		}
		return null;
	}

	@Test
	void whileTheTransportIsClosedItsPathAnswersUnavailable() throws IOException {
		TestNode closed = new TestNode(this.type, "x");
		this.opened.add(closed::stop);
		closed.start(SECRET, this.b);
		closed.transport().close();
		try (RawPeer peer = connect(closed, InetAddress.getLoopbackAddress())) {
			assertThat(peer.knock()).isEqualTo(503);
		}
	}

	@Test
	void anotherNodeAtAMembersUrlIsRefused() {
		TestNode c = new TestNode(this.type, "c");
		this.opened.add(c::stop);
		// c believes that a is at b's URL and b at its own.
		c.start(new PeerTransportSettings("test", C, Map.of(A, this.b.url(), B, c.url()), TestServer.PATH, SECRET,
				List.of(A, B, C)));
		this.b.connect("c");
		c.connect("a");
		c.connect("b");
		await().until(() -> this.b.refused(RefusalReason.WRONG_NODE) > 0 && c.refused(RefusalReason.OWN_ID) > 0);
		await().untilAsserted(() -> {
			assertThat(c.peer("a").lastRefusal()).contains("BY_PEER").contains("closed, unsealed, with WRONG_NODE");
			assertThat(c.peer("b").lastRefusal()).contains("OWN_ID");
		});
		assertThat(c.receiver.inTimeOf("a")).isEmpty();
		assertThat(this.b.receiver.of("c")).isEmpty();
	}

}
