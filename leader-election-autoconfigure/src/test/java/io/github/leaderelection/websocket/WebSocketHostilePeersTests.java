package io.github.leaderelection.websocket;

import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;

import io.github.leaderelection.link.HostilePeersTests;
import io.github.leaderelection.link.RawPeer;
import io.github.leaderelection.link.RefusalReason;
import io.github.leaderelection.link.TestNode;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link WebSocketPeerTransport}: whoever means ill or is ill.
 */
class WebSocketHostilePeersTests extends HostilePeersTests {

	private static final int MANY = 200;

	WebSocketHostilePeersTests() {
		super(WebSocketPeerTransport::new);
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
		halfway.say(RawPeer.hello("c", 7, A, B, C));
		halfway.hear();
		assertThat(this.a.status().unauthenticated()).isEqualTo(2);
		assertThat(silent.readClose()).isEqualTo(RefusalReason.SLOW_HANDSHAKE.closeCode());
		assertThat(halfway.readClose()).isEqualTo(RefusalReason.SLOW_HANDSHAKE.closeCode());
		awaitRefused(RefusalReason.SLOW_HANDSHAKE, 2);
	}

	@Test
	void garbageThatIsNotEvenWebSocketIsRefused() throws IOException {
		WebSocketRawPeer stranger = socket();
		stranger.bytes(0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff);
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
	void anOversizedFrameEndsTheLink() throws IOException {
		RawPeer peer = open();
		peer.link(SECRET, "c", 7, A, B, C);
		peer.text("x".repeat(16 * 1024 + 1));
		assertThat(peer.readEnd()).isTrue();
		awaitRefused(RefusalReason.OVERSIZED, 1);
		assertThat(this.a.receiver.of("c")).endsWith("+c", "-c CLOSED");
	}

	@Test
	void binaryFramesAreRefused() throws IOException {
		WebSocketRawPeer before = socket();
		before.binary(new byte[10]);
		assertThat(before.readClose()).isEqualTo(RefusalReason.BINARY.closeCode());
		WebSocketRawPeer after = socket();
		after.link(SECRET, "c", 7, A, B, C);
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
		assertThat(upgrade("Sec-WebSocket-Protocol: leader-election.v99, leader-election.v1")).isEqualTo(101);
		assertThat(this.a.refused(RefusalReason.ORIGIN)).isEqualTo(1);
		assertThat(this.a.refused(RefusalReason.VERSION)).isEqualTo(2);
	}

}
