package io.github.leaderelection.internal.crashdetection;

import java.time.Duration;
import java.util.List;
import java.util.Map;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.transport.link.TestNode;
import io.github.leaderelection.internal.transport.link.TestServer;
import io.github.leaderelection.internal.transport.spi.PeerTransportSettings;
import io.github.leaderelection.internal.transport.websocket.WebSocketPeerTransport;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Crash detection between nodes whose web servers close while their process lives.
 */
@EnabledOnOs(OS.LINUX)
class ClosedConnectorTests {

	private final TestNode a = new TestNode(WebSocketPeerTransport::new, "a");

	private final TestNode b = new TestNode(WebSocketPeerTransport::new, "b");

	@AfterEach
	void stop() {
		this.a.transport().close();
		this.b.transport().close();
	}

	private static void start(TestNode node, TestNode other) {
		node.start(new PeerTransportSettings("test", node.id, Map.of(other.id, other.url()), TestServer.PATH, "secret",
				List.of(NodeId.of("a"), NodeId.of("b")))
			.withCrashDetection(ConnectionCrashDetector.at(null)));
	}

	private static ConditionFactory await() {
		return Awaitility.await().atMost(Duration.ofSeconds(30)).pollInterval(Duration.ofMillis(10));
	}

	@Test
	void endedLinksOfAProcessThatLivesAreNotItsEnd() {
		start(this.a, this.b);
		start(this.b, this.a);
		this.a.connect(this.b);
		this.b.connect(this.a);
		await().until(() -> this.a.linked(this.b) && this.b.linked(this.a));
		await().until(() -> "in use".equals(this.a.peer(this.b).crashDetection())
				&& "in use".equals(this.b.peer(this.a).crashDetection()));

		this.a.server.stop();
		this.b.server.stop();

		await().until(() -> !this.a.linked(this.b) && !this.b.linked(this.a));
		// The receiver hears of an end a moment after the status shows it.
		await().untilAsserted(() -> assertThat(this.b.receiver.of("a")).last().asString().startsWith("-a"));
		assertThat(this.a.peer(this.b).crashDetection()).isEqualTo("in use");
		assertThat(this.b.peer(this.a).crashDetection()).isEqualTo("in use");
		assertThat(this.a.receiver.ended).isEmpty();
		assertThat(this.b.receiver.ended).isEmpty();
	}

}
