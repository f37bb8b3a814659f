package io.github.leaderelection.internal.transport.websocket;

import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.util.List;
import java.util.Map;

import io.github.leaderelection.internal.transport.link.HostilePeersTests;
import io.github.leaderelection.internal.transport.link.RawPeer;
import io.github.leaderelection.internal.transport.link.TestNode;
import io.github.leaderelection.internal.transport.link.TestNode.TransportType;
import io.github.leaderelection.internal.transport.link.TestServer;
import io.github.leaderelection.internal.transport.spi.PeerTransportSettings;
import io.github.leaderelection.internal.transport.spi.RefusalReason;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link WebSocketPeerTransport}: whoever means ill or is ill.
 */
abstract class WebSocketHostilePeersTests extends HostilePeersTests {

	private static final int MANY = 200;

	private final TransportType type;

	WebSocketHostilePeersTests(TransportType type) {
		this(type, type.server(0, ""));
	}

	WebSocketHostilePeersTests(TransportType type, TestServer server) {
		super(type, server);
		this.type = type;
	}

	@Override
	protected RawPeer connect(TestNode node, InetAddress host) throws IOException {
		return new WebSocketRawPeer(node, host);
	}

	@Override
	protected RawPeer open(TestNode node) throws IOException {
		return WebSocketRawPeer.open(node);
	}

	@Override
	protected URI urlOfRawPeers() {
		return null;
	}

	private WebSocketRawPeer socket() throws IOException {
		return keep(WebSocketRawPeer.open(this.a));
	}

	private int upgrade(String... headers) throws IOException {
		return keep(new WebSocketRawPeer(this.a)).upgrade(headers);
	}

	@Test
	void whoSaysNothingAndWhoStopsHalfwayAreToldWhy() throws IOException {
		RawPeer silent = open();
		RawPeer halfway = open();
		halfway.open(SECRET);
		assertUnauthenticated(2);
		assertThat(silent.readClose()).isEqualTo(RefusalReason.SLOW_HANDSHAKE.closeCode());
		assertThat(halfway.readClose()).isEqualTo(RefusalReason.SLOW_HANDSHAKE.closeCode());
		awaitRefused(RefusalReason.SLOW_HANDSHAKE, 2);
	}

	@Test
	void garbageThatIsNotEvenWebSocketIsRefused() throws IOException {
		WebSocketRawPeer stranger = socket();
		// Some servers judge a frame only once they have read all of its head.
		stranger.bytes(0xff, 0x80, 0xff, 0xff, 0xff, 0xff);
		assertThat(stranger.readEnd()).isTrue();
		awaitRefused(RefusalReason.MALFORMED, 1);
	}

	@Test
	void textThatIsNotUtf8IsRefused() throws IOException {
		WebSocketRawPeer stranger = socket();
		stranger.bytes(0x81, 0x82, 0, 0, 0, 0, 0xc3, 0x28);
		assertThat(stranger.readEnd()).isTrue();
		awaitRefused(RefusalReason.MALFORMED, 1);
	}

	@Test
	void aStrangersControlFrameEndsItsConnectionAndAMembersIsAnswered() throws IOException {
		for (int opcode : List.of(0x89, 0x8a)) {
			WebSocketRawPeer stranger = socket();
			stranger.bytes(opcode, 0x80, 0, 0, 0, 0);
			assertThat(stranger.readClose()).isEqualTo(1002);
		}
		awaitRefused(RefusalReason.MALFORMED, 2);
		WebSocketRawPeer member = (WebSocketRawPeer) member();
		await().until(() -> this.a.peer("c").connected());
		member.bytes(0x89, 0x80, 0, 0, 0, 0);
		member.text(message(34));
		await().until(() -> taken(34) > 0);
		assertThat(this.a.peer("c").connected()).isTrue();
	}

	@Test
	void anOversizedFrameEndsTheLink() throws IOException {
		RawPeer peer = member();
		peer.text("x".repeat(16 * 1024 + 65));
		assertThat(peer.readEnd()).isTrue();
		awaitRefused(RefusalReason.OVERSIZED, 1);
		awaitHeardOfC("+c", "-c CLOSED");
	}

	@Test
	void aMessageThatIsForgedEndsTheLinkAndReachesNobody() throws IOException {
		List<Forgery> forgeries = List.of((peer) -> message(31), (peer) -> peer.sealed(message(31), 1).substring(1),
				(peer) -> peer.sealed(message(32), 1).replace(":32,", ":31,"),
				(peer) -> peer.sealed(message(31), 1).replace(" 3 ", " 4 "),
				(peer) -> peer.sealed(message(31), 1) + '\n' + message(31),
				(peer) -> message(31) + '\n' + peer.sealed(message(31), 1), (peer) -> "");
		for (Forgery forgery : forgeries) {
			RawPeer peer = member();
			peer.plain(forgery.of(peer));
			assertThat(peer.readClose()).isEqualTo(RefusalReason.SEAL.closeCode());
		}
		awaitRefused(RefusalReason.SEAL, forgeries.size());
		assertThat(taken(31)).isZero();
		awaitHeardOfC("+c", "-c CLOSED");
		assertThat(this.a.receiver.refusals)
			.anyMatch((text) -> text.startsWith("c: SEAL: a message without the member's seal"));
	}

	@Test
	void aMessageThatIsRepeatedOrLeftOutEndsTheLink() throws IOException {
		RawPeer repeating = member();
		String sealed = repeating.sealed(message(31), 1);
		repeating.plain(sealed);
		repeating.plain(sealed);
		assertThat(repeating.readClose()).isEqualTo(RefusalReason.REPLAYED.closeCode());
		RawPeer leavingOut = member();
		leavingOut.plain(leavingOut.sealed(message(32), 2));
		assertThat(leavingOut.readClose()).isEqualTo(RefusalReason.REPLAYED.closeCode());
		awaitRefused(RefusalReason.REPLAYED, 2);
		assertThat(taken(31)).isOne();
		assertThat(taken(32)).isZero();
	}

	@Test
	void aMessageOfAnotherLinkWithTheSameMemberEndsTheLink() throws IOException {
		RawPeer first = member();
		RawPeer again = member();
		again.plain(first.sealed(message(31), 1));
		assertThat(again.readClose()).isEqualTo(RefusalReason.SEAL.closeCode());
		assertThat(taken(31)).isZero();
	}

	@Test
	void aRelayThatDoesNotKnowTheSecretCanEndALinkAndNoMore() throws IOException {
		Relay relay = keep(new Relay(this.a.server));
		TestNode c = new TestNode(this.type, "c");
		keep((AutoCloseable) c::stop);
		c.start(new PeerTransportSettings("test", C, Map.of(A, relay.url()), TestServer.PATH, SECRET,
				List.of(A, B, C)));
		c.connect(this.a);
		await().until(() -> c.linked(this.a) && this.a.peer("c").connected());

		relay.inject(message(31));
		await().until(() -> this.a.refused(RefusalReason.SEAL) == 1);
		await().until(() -> this.a.receiver.inTimeOf("c").equals(List.of("+c", "-c CLOSED", "+c")) && c.linked(this.a));

		int before = relay.heard();
		c.vote(A, 32);
		await().until(() -> this.a.terms(c).contains(32L));
		relay.repeatFrom(before);
		await().until(() -> this.a.refused(RefusalReason.REPLAYED) == 1);
		await().until(() -> this.a.receiver.inTimeOf("c").size() == 5 && c.linked(this.a));
		c.vote(A, 33);
		await().until(() -> this.a.terms(c).contains(33L));
		assertThat(this.a.terms(c)).containsExactly(32L, 33L);
	}

	/**
	 * What somebody says who does not know the keys.
	 */
	private interface Forgery {

		String of(RawPeer peer) throws IOException;

	}

	@Test
	void binaryFramesAreRefused() throws IOException {
		WebSocketRawPeer before = socket();
		before.binary(new byte[10]);
		assertThat(before.readClose()).isEqualTo(RefusalReason.BINARY.closeCode());
		WebSocketRawPeer after = (WebSocketRawPeer) member();
		after.binary(new byte[10]);
		assertThat(after.readClose()).isEqualTo(RefusalReason.BINARY.closeCode());
		awaitRefused(RefusalReason.BINARY, 2);
	}

	@Test
	void serverKeepsNothingOfWhoWasRefused() throws IOException {
		for (int i = 0; i < MANY; i++) {
			try (WebSocketRawPeer stranger = WebSocketRawPeer.open(this.a)) {
				if (i % 2 == 0) {
					stranger.text("{");
				}
				else {
					stranger.binary(new byte[10]);
				}
				assertThat(stranger.readEnd()).isTrue();
			}
		}
		awaitRefused(RefusalReason.BINARY, MANY / 2);
		await().until(() -> this.a.server.keptUpgrades() <= 1);
	}

	@Test
	void browsersUnknownVersionsAndPlainRequestsAreRefused() throws IOException {
		assertThat(upgrade(WebSocketRawPeer.VERSION, "Origin: http://localhost")).isEqualTo(403);
		assertThat(upgrade("Sec-WebSocket-Protocol: leader-election.v99")).isEqualTo(400);
		assertThat(upgrade()).isEqualTo(400);
		assertThat(upgrade("Sec-WebSocket-Protocol: leader-election.v99, leader-election.v2")).isEqualTo(101);
		assertThat(this.a.refused(RefusalReason.ORIGIN)).isEqualTo(1);
		assertThat(this.a.refused(RefusalReason.VERSION)).isEqualTo(2);
	}

}
