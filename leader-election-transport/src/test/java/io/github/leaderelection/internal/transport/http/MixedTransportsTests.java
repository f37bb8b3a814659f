package io.github.leaderelection.internal.transport.http;

import java.time.Duration;

import io.github.leaderelection.internal.transport.link.TestNode;
import io.github.leaderelection.internal.transport.spi.RefusalReason;
import io.github.leaderelection.internal.transport.websocket.WebSocketPeerTransport;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Two nodes that were not given the same transport.
 */
class MixedTransportsTests {

	private final TestNode a = new TestNode(WebSocketPeerTransport::new, "a");

	private final TestNode b = new TestNode(HttpPeerTransport::new, "b");

	@AfterEach
	void stop() {
		this.a.stop();
		this.b.stop();
	}

	@Test
	void eachIsRefusedByTheOtherWithTheReason() {
		this.a.start("secret", this.b).connect(this.b);
		this.b.start("secret", this.a).connect(this.a);
		for (TestNode node : new TestNode[] { this.a, this.b }) {
			Awaitility.await().atMost(Duration.ofSeconds(30)).untilAsserted(() -> {
				assertThat(node.refused(RefusalReason.TRANSPORT)).isPositive();
				assertThat(node.receiver.refusals).anyMatch((text) -> text.contains("leader-election.transport.type"));
			});
			assertThat(node.refused(RefusalReason.VERSION)).isZero();
			assertThat(node.receiver.inTimeOf("a")).isEmpty();
			assertThat(node.receiver.inTimeOf("b")).isEmpty();
		}
		Awaitility.await()
			.atMost(Duration.ofSeconds(30))
			.untilAsserted(() -> assertThat(this.b.receiver.refusals).anyMatch((text) -> text.startsWith("a: ")));
	}

}
