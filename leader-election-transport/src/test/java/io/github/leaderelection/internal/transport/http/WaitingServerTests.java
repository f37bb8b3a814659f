package io.github.leaderelection.internal.transport.http;

import java.io.IOException;
import java.net.InetAddress;
import java.time.Duration;

import io.github.leaderelection.internal.transport.link.TestNode;
import io.github.leaderelection.internal.transport.link.TomcatTestServer;
import io.github.leaderelection.internal.transport.spi.RefusalReason;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Where a filter of the application forbids asynchronous requests.
 */
class WaitingServerTests {

	private final TestNode a = new TestNode(HttpPeerTransport::new, "a", "", new TomcatTestServer(0, "", false));

	private final TestNode b = new TestNode(HttpPeerTransport::new, "b", "", new TomcatTestServer(0, "", false));

	@AfterEach
	void stop() {
		this.a.stop();
		this.b.stop();
	}

	private static ConditionFactory await() {
		return Awaitility.await().atMost(Duration.ofSeconds(30)).pollInterval(Duration.ofMillis(10));
	}

	@Test
	void membersLinkAndTalk() {
		this.a.start("secret", this.b).connect(this.b);
		this.b.start("secret", this.a).connect(this.a);
		await().until(() -> this.a.linked(this.b) && this.b.linked(this.a));
		this.a.vote(this.b.id, 1);
		this.b.vote(this.a.id, 2);
		await().until(() -> this.b.terms(this.a).contains(1L) && this.a.terms(this.b).contains(2L));
	}

	@Test
	void slowAndOversizedBodiesAreRefused() throws IOException {
		this.a.start("secret", this.b);
		try (RawPeerServer server = new RawPeerServer(new TomcatTestServer(0, ""));
				HttpRawPeer slow = new HttpRawPeer(this.a, InetAddress.getLoopbackAddress(), server);
				HttpRawPeer long_ = new HttpRawPeer(this.a, InetAddress.getLoopbackAddress(), server)) {
			slow.head("POST", 16 * 1024, HttpRawPeer.VERSION, HttpRawPeer.TYPE);
			await().until(() -> {
				if (this.a.refused(RefusalReason.SLOW_HANDSHAKE) == 0) {
					slow.drip();
					return false;
				}
				return true;
			});
			assertThat(slow.read().status()).isEqualTo(408);
			long_.manyParts();
			assertThat(long_.readClose()).isEqualTo(RefusalReason.OVERSIZED.closeCode());
		}
	}

}
