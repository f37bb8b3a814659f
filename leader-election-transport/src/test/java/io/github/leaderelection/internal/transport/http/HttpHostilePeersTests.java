package io.github.leaderelection.internal.transport.http;

import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import io.github.leaderelection.internal.transport.server.PostHeaders;
import io.github.leaderelection.internal.transport.link.HostilePeersTests;
import io.github.leaderelection.internal.transport.link.RawPeer;
import io.github.leaderelection.internal.transport.link.TestNode;
import io.github.leaderelection.internal.transport.link.TestNode.TransportType;
import io.github.leaderelection.internal.transport.link.TestServer;
import io.github.leaderelection.internal.transport.link.TomcatTestServer;
import io.github.leaderelection.internal.transport.spi.CloseReason;
import io.github.leaderelection.internal.transport.spi.RefusalReason;
import io.github.leaderelection.internal.transport.seal.Side;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link HttpPeerTransport}: whoever means ill or is ill.
 */
abstract class HttpHostilePeersTests extends HostilePeersTests {

	private final RawPeerServer server;

	private final TransportType type;

	HttpHostilePeersTests(TransportType type, TestServer server) {
		this(type, server, new TomcatTestServer(0, ""));
	}

	/**
	 * Tests a transport.
	 * @param server of the node that is attacked
	 * @param attackers where raw peers are reached; they may block its threads
	 */
	HttpHostilePeersTests(TransportType type, TestServer server, TestServer attackers) {
		super(type, server);
		this.type = type;
		this.server = new RawPeerServer(attackers);
	}

	@AfterEach
	void stopServer() {
		this.server.close();
	}

	@Override
	protected RawPeer connect(TestNode node, InetAddress host) throws IOException {
		HttpRawPeer peer = new HttpRawPeer(node, host, this.server);
		return readsTheRestOfBodies() ? peer.believingAnnouncements() : peer;
	}

	/**
	 * Whether a server that says an answer is the last reads for a while before it ends.
	 */
	protected boolean readsTheRestOfBodies() {
		return false;
	}

	@Override
	protected RawPeer open(TestNode node) throws IOException {
		return connect(node, InetAddress.getLoopbackAddress());
	}

	@Override
	protected URI urlOfRawPeers() {
		return this.server.url();
	}

	private HttpRawPeer peer() throws IOException {
		return (HttpRawPeer) open();
	}

	private HttpRawPeer linked() throws IOException {
		HttpRawPeer peer = (HttpRawPeer) member();
		await().until(() -> this.a.peer("c").connected());
		return peer;
	}

	@Test
	void postsAreTakenOnceAndInTheirOrder() throws IOException {
		HttpRawPeer peer = linked();
		String body = peer.sealed(message(51), 3L);
		assertThat(peer.post(body)).isEqualTo(200);
		assertThat(peer.post(body)).as("replayed").isEqualTo(409);
		assertThat(peer.post(peer.sealed(message(52), 5L))).as("too early").isEqualTo(409);
		assertThat(peer.post(peer.sealed(message(52), 2L))).as("late").isEqualTo(409);
		assertThat(peer.post(peer.sealed(message(53), 4L))).isEqualTo(200);
		assertThat(taken(51)).isOne();
		assertThat(taken(52)).isZero();
		assertThat(taken(53)).isOne();
		assertThat(this.a.refused(RefusalReason.REPLAYED)).isEqualTo(3);
		assertThat(this.a.peer("c").connected()).isTrue();
	}

	@Test
	void aPostIsBoundToSessionDirectionNumberAndText() throws IOException {
		HttpRawPeer peer = linked();
		String sealed = peer.sealed(message(61), 2L);
		assertThat(peer.post(sealed.replace(":61,", ":62,"))).as("another text").isEqualTo(403);
		assertThat(peer.post(sealed.replace(" 2 ", " 3 "))).as("another number").isEqualTo(403);
		assertThat(peer.post(sealed.split(" ")[0] + " 2 1000")).as("a close").isEqualTo(403);
		assertThat(peer.post(peer.sealed(Side.ACCEPTOR, message(61), 2))).as("reflected").isEqualTo(403);
		assertThat(peer.post(message(61))).as("no seal").isEqualTo(403);
		assertThat(peer.post(new byte[0])).as("nothing").isEqualTo(403);
		assertThat(this.a.refused(RefusalReason.SESSION)).isEqualTo(6);
		assertThat(taken(61) + taken(62)).isZero();
		assertThat(this.a.peer("c").connected()).isTrue();
	}

	@Test
	void aPostOfAnotherSessionWithTheSameMemberIsRefused() throws IOException {
		HttpRawPeer first = linked();
		HttpRawPeer again = (HttpRawPeer) member();
		assertThat(again.post(first.sealed(message(71), 2L))).isEqualTo(403);
		assertThat(taken(71)).isZero();
	}

	@Test
	void sessionsThatWereNeverOpenedAreGoneAndCounted() throws IOException {
		HttpRawPeer peer = peer();
		peer.head("POST", 0, HttpRawPeer.VERSION, HttpRawPeer.TYPE, "Leader-Election-Session: " + "0".repeat(32));
		assertThat(peer.read().status()).isEqualTo(410);
		assertThat(this.a.refused(RefusalReason.SESSION)).isOne();
	}

	@Test
	void whatAMemberPostsToASessionThatHasJustEndedIsGoneAndCountsAsNoRefusal() throws IOException {
		HttpRawPeer first = linked();
		HttpRawPeer again = (HttpRawPeer) member();
		first.readClose();
		await().until(() -> this.a.status().connections() == OF_B + 1);
		assertThat(first.post(first.sealed(message(81), 3L))).isEqualTo(410);
		assertThat(first.readClose()).as("sealed, with the reason").isEqualTo(CloseReason.GOING_AWAY.code());
		assertThat(this.a.refused(RefusalReason.SESSION)).isZero();
		assertThat(taken(81)).isZero();
		assertThat(first.post(message(82))).as("no seal").isEqualTo(403);
		assertThat(this.a.refused(RefusalReason.SESSION)).isOne();
		assertThat(this.a.receiver.inTimeOf("c")).containsExactly("+c", "-c CLOSED", "+c");
	}

	@Test
	void aHandshakeThatIsFinishedTooLateCountsOnce() throws IOException {
		HttpRawPeer slow = peer();
		slow.open(SECRET);
		awaitRefused(RefusalReason.SLOW_HANDSHAKE, 1);
		assertThat(slow.post(slow.sealed(slow.written(RawPeer.hello("c", 7, A, B, C)), 1L))).isEqualTo(410);
		assertThat(this.a.refused(RefusalReason.SESSION)).isZero();
		awaitRefused(RefusalReason.SLOW_HANDSHAKE, 1);
		assertThat(this.a.receiver.inTimeOf("c")).isEmpty();
	}

	@Test
	void aReplayedHandshakeOpensNothing() throws IOException {
		HttpRawPeer first = (HttpRawPeer) member();
		HttpRawPeer replaying = peer();
		replaying.say(RawPeer.opening());
		replaying.hear();
		assertThat(replaying.post(first.sealed(first.written(RawPeer.hello("c", 7, A, B, C)), 1L))).isEqualTo(410);
		assertThat(replaying.readClose()).isEqualTo(RefusalReason.SECRET.closeCode());
		awaitUnauthenticated(0);
		assertThat(this.a.refused(RefusalReason.SECRET)).isOne();
		assertThat(this.a.receiver.inTimeOf("c")).containsExactly("+c");
	}

	private void awaitUnauthenticated(int count) {
		await().until(() -> this.a.status().unauthenticated() == count);
	}

	@Test
	void aBodyOfTheGreatestLengthIsReadAndOneByteMoreIsNot() throws IOException {
		HttpRawPeer fits = peer();
		fits.text("x".repeat(PostHeaders.MAX_BODY));
		assertThat(fits.readClose()).isEqualTo(RefusalReason.OVERSIZED.closeCode());
		HttpRawPeer frame = peer();
		frame.text("x".repeat(16 * 1024));
		assertThat(frame.readClose()).isEqualTo(RefusalReason.MALFORMED.closeCode());
		HttpRawPeer announced = peer();
		// The body itself never comes: the announcement is enough.
		announced.head("POST", PostHeaders.MAX_BODY + 1, HttpRawPeer.VERSION, HttpRawPeer.TYPE);
		assertThat(announced.read().status()).isEqualTo(413);
		assertThat(announced.readEnd()).isTrue();
		awaitRefused(RefusalReason.OVERSIZED, 2);
	}

	@Test
	void anOversizedBodyWhoseEndNeverComesIsRefusedAtOnce() throws IOException {
		HttpRawPeer endless = peer();
		endless.head("POST", -1, HttpRawPeer.VERSION, HttpRawPeer.TYPE, "Transfer-Encoding: chunked");
		endless.write(("8000\r\n" + "x".repeat(0x5000)).getBytes(StandardCharsets.US_ASCII));
		assertThat(endless.read().status()).isEqualTo(413);
		assertThat(endless.readEnd()).isTrue();
		awaitRefused(RefusalReason.OVERSIZED, 1);
	}

	@Test
	void aBodyThatComesByteByByteIsGivenUp() throws IOException {
		HttpRawPeer slow = peer();
		slow.head("POST", 16 * 1024, HttpRawPeer.VERSION, HttpRawPeer.TYPE);
		await().until(() -> {
			if (this.a.refused(RefusalReason.SLOW_HANDSHAKE) == 0) {
				slow.drip();
				return false;
			}
			return true;
		});
		assertThat(slow.read().status()).isEqualTo(408);
		assertThat(slow.readEnd()).isTrue();
	}

	@Test
	void bodiesOfStrangersAreBounded() throws IOException {
		List<HttpRawPeer> strangers = strangersWhoseBodiesDoNotCome(60);
		Map<Integer, Integer> answers = new HashMap<>();
		for (HttpRawPeer slow : strangers) {
			answers.merge(slow.read().status(), 1, Integer::sum);
		}
		assertThat(answers).containsOnlyKeys(408, 503);
		assertThat(this.a.refused(RefusalReason.TOO_MANY)).isEqualTo(answers.get(503).longValue());
		assertLate(this.a.refused(RefusalReason.SLOW_HANDSHAKE), answers.get(408));
		linked();
	}

	@Test
	void aMemberIsLinkedThoughEveryPlaceIsTakenByABodyThatDoesNotCome() throws IOException {
		int strangers = strangersWhoseBodiesDoNotCome(40).size();
		linked();
		await().untilAsserted(() -> assertLate(
				this.a.refused(RefusalReason.TOO_MANY) + this.a.refused(RefusalReason.SLOW_HANDSHAKE), strangers));
		assertThat(this.a.receiver.inTimeOf("c")).containsExactly("+c");
	}

	/** On a loaded machine the first may be given up before the places are taken. */
	private List<HttpRawPeer> strangersWhoseBodiesDoNotCome(int atLeast) throws IOException {
		List<HttpRawPeer> strangers = new ArrayList<>();
		while (strangers.size() < atLeast || strangers.size() < 1000 && this.a.refused(RefusalReason.TOO_MANY) == 0) {
			HttpRawPeer slow = peer();
			slow.head("POST", 100, HttpRawPeer.VERSION, HttpRawPeer.TYPE);
			strangers.add(slow);
		}
		return strangers;
	}

	@Test
	void bytesThatAreNoTextAreRefused() throws IOException {
		HttpRawPeer before = peer();
		before.post(new byte[] { (byte) 0xc3, 0x28 });
		assertThat(before.readClose()).isEqualTo(RefusalReason.MALFORMED.closeCode());
		HttpRawPeer after = linked();
		assertThat(after.post(new byte[] { (byte) 0xff })).isEqualTo(403);
		assertThat(this.a.refused(RefusalReason.MALFORMED)).isOne();
		assertThat(this.a.refused(RefusalReason.SESSION)).isOne();
		assertThat(this.a.peer("c").connected()).isTrue();
	}

	@Test
	void browsersUnknownVersionsOtherMethodsAndOtherContentAreRefused() throws IOException {
		assertThat(((HttpRawPeer) connect()).knock("Origin: http://localhost")).isEqualTo(403);
		assertThat(answer("POST", "Leader-Election-Version: 99", HttpRawPeer.TYPE)).isEqualTo(400);
		assertThat(answer("POST", HttpRawPeer.TYPE)).isEqualTo(400);
		assertThat(answer("GET", HttpRawPeer.VERSION, HttpRawPeer.TYPE)).isEqualTo(400);
		assertThat(answer("POST", HttpRawPeer.VERSION, "Content-Type: application/json")).isEqualTo(400);
		assertThat(this.a.refused(RefusalReason.ORIGIN)).isEqualTo(1);
		assertThat(this.a.refused(RefusalReason.VERSION)).isEqualTo(4);
	}

	private int answer(String method, String... headers) throws IOException {
		HttpRawPeer peer = peer();
		peer.head(method, 0, headers);
		return peer.read().status();
	}

	@Test
	void aMemberThatReachesThisNodeButIsNotReachedIsNotLinked() throws IOException {
		TestNode c = keepNode("c");
		// Its own list is right, but a believes it elsewhere.
		c.start(SECRET, this.a, this.b);
		c.connect(this.a);
		await().until(() -> this.a.refused(RefusalReason.UNREACHED) > 0);
		assertThat(this.a.receiver.inTimeOf("c")).isEmpty();
		assertThat(c.receiver.inTimeOf("a")).isEmpty();
		assertThat(this.a.receiver.refusals)
			.anyMatch((text) -> text.startsWith("c: ") && text.contains("leader-election.peers"));
	}

	private TestNode keepNode(String id) {
		TestNode node = new TestNode(this.type, id);
		keep((AutoCloseable) node::stop);
		return node;
	}

}
