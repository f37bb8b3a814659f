package io.github.leaderelection.internal.crashdetection;

import java.io.IOException;
import java.net.InetAddress;
import java.time.Duration;
import java.util.List;
import java.util.Map;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.transport.link.TestNode;
import io.github.leaderelection.internal.transport.link.TestServer;
import io.github.leaderelection.internal.transport.spi.PeerTransportSettings;
import io.github.leaderelection.internal.transport.websocket.WebSocketPeerTransport;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Nodes that reach each other at one address, and are watched at the one that is set.
 */
@EnabledOnOs(OS.LINUX)
class ListenerAddressTests {

	private static final NodeId A = NodeId.of("a");

	private final TestNode a = new TestNode(WebSocketPeerTransport::new, "a");

	private final TestNode b = new TestNode(WebSocketPeerTransport::new, "b");

	@AfterEach
	void stop() {
		this.a.stop();
		this.b.stop();
	}

	private static void start(TestNode node, TestNode other, InetAddress address) {
		node.start(new PeerTransportSettings("test", node.id, Map.of(other.id, other.url()), TestServer.PATH, "secret",
				List.of(A, NodeId.of("b")))
			.withCrashDetection(ConnectionCrashDetector.at(address)));
		node.connect(other);
	}

	private static void awaitState(TestNode node, TestNode other, String beginning) {
		Awaitility.await()
			.atMost(Duration.ofSeconds(30))
			.pollInterval(Duration.ofMillis(10))
			.until(() -> node.peer(other).crashDetection(), (state) -> state != null && state.startsWith(beginning));
	}

	@Test
	void memberIsWatchedAtTheAddressThatIsSetAlone() throws IOException {
		start(this.a, this.b, InetAddress.getByName("127.0.0.2"));
		start(this.b, this.a, InetAddress.getByName("127.0.0.1"));
		awaitState(this.a, this.b, "in use");
		awaitState(this.b, this.a, "not connected: ");
	}

	@Test
	void withoutASecretOthersThanThisMachineReachNoListener() throws IOException {
		InetAddress all = InetAddress.getByName("0.0.0.0");
		InetAddress second = InetAddress.getByName("127.0.0.2");
		assertThat(ConnectionCrashDetector.watchedAt(null, false)).isEqualTo(InetAddress.getLoopbackAddress());
		assertThat(ConnectionCrashDetector.watchedAt(all, false)).isEqualTo(InetAddress.getLoopbackAddress());
		assertThat(ConnectionCrashDetector.watchedAt(second, false)).isEqualTo(second);
		assertThat(ConnectionCrashDetector.watchedAt(null, true)).isNull();
		assertThat(ConnectionCrashDetector.watchedAt(all, true)).isEqualTo(all);
	}

}
