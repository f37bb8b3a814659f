package io.github.leaderelection.autoconfigure.cluster;

import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;

import io.github.leaderelection.autoconfigure.Standalone;
import io.github.leaderelection.internal.transport.link.LinkStatus;
import io.github.leaderelection.internal.transport.link.TransportStatus.PeerStatus;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import org.springframework.boot.WebApplicationType;
import org.springframework.boot.jetty.JettyWebServer;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Applications on Jetty whose members speak TLS.
 */
@Tag("thorough")
class JettyTlsClusterTests {

	private static final String NETTY = "org.springframework.boot.reactor.netty.autoconfigure"
			+ ".NettyReactiveWebServerAutoConfiguration";

	private static final String BUNDLE = "spring.ssl.bundle.pem.peers.";

	private static final String MISTRUST = "unable to find valid certification path";

	private static String[] certificates(String own, String trusted) {
		return new String[] { BUNDLE + "keystore.certificate=classpath:tls/" + own + ".pem",
				BUNDLE + "keystore.private-key=classpath:tls/" + own + ".key",
				BUNDLE + "truststore.certificate=classpath:tls/" + trusted + ".pem" };
	}

	private static String peers(TestCluster cluster) {
		return "leader-election.peers=https://" + cluster.id(0) + ",https://" + cluster.id(1);
	}

	private static ConfigurableApplicationContext start(TestCluster cluster, WebApplicationType stack, int index,
			String... certificates) {
		return cluster.start(stack, index,
				Stream.concat(Stream.of(peers(cluster)), Stream.of(certificates)).toArray(String[]::new));
	}

	private static void awaitPeer(ConfigurableApplicationContext node, Predicate<PeerStatus> expected) {
		Awaitility.await()
			.atMost(Standalone.PATIENCE)
			.untilAsserted(
					() -> assertThat(node.getBean(LinkStatus.class).now().peers()).singleElement().matches(expected));
	}

	@ParameterizedTest
	@CsvSource({ "SERVLET, websocket", "SERVLET, http", "REACTIVE, websocket", "REACTIVE, http" })
	void nodesLinkEachOtherByTlsAndStrangersAreNotBelieved(WebApplicationType stack, String type) throws Exception {
		try (TestCluster cluster = new TestCluster(2, "", "spring.autoconfigure.exclude=" + NETTY,
				"server.ssl.bundle=peers", "leader-election.transport.ssl.bundle=peers",
				"leader-election.transport.type=" + type)) {
			start(cluster, stack, 0, certificates("localhost", "authority"));
			start(cluster, stack, 1, certificates("localhost", "authority"));
			ConfigurableApplicationContext leader = cluster.awaitLeader("default");
			assertThat(cluster.contexts()).allSatisfy((node) -> {
				assertThat(((WebServerApplicationContext) node).getWebServer()).isInstanceOf(JettyWebServer.class);
				awaitPeer(node, PeerStatus::connected);
			});
			int follower = 1 - cluster.contexts().indexOf(leader);
			cluster.contexts().get(follower).close();
			ConfigurableApplicationContext stranger = start(cluster, stack, follower,
					certificates("stranger", "stranger"));
			for (ConfigurableApplicationContext node : List.of(leader, stranger)) {
				awaitPeer(node, (peer) -> !peer.connected() && String.valueOf(peer.lastFailure()).contains(MISTRUST));
			}
			assertThat(TestCluster.elector(stranger, "default").leader()).isEmpty();
		}
	}

}
