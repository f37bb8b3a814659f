package io.github.leaderelection.autoconfigure.cluster;

import io.github.leaderelection.autoconfigure.Standalone;
import io.github.leaderelection.internal.transport.link.LinkStatus;
import io.github.leaderelection.internal.transport.link.TransportStatus.PeerStatus;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Whole applications that elect a leader over WebSocket.
 */
class WebSocketClusterTests extends ClusterTests {

	WebSocketClusterTests() {
		super("websocket");
	}

	@Test
	@EnabledOnOs(OS.LINUX)
	void membersWatchTheProcessesOfOneAnotherWhereThatIsSet() throws Exception {
		try (TestCluster cluster = new TestCluster(2, "", TestCluster.WITHOUT_SECURITY,
				"leader-election.crash-detection=connection")
			.start()) {
			assertThat(cluster.contexts()).allSatisfy((context) -> Awaitility.await()
				.atMost(Standalone.PATIENCE)
				.untilAsserted(() -> assertThat(context.getBean(LinkStatus.class).now().peers())
					.extracting(PeerStatus::crashDetection)
					.containsExactly("in use")));
		}
	}

}
