package io.github.leaderelection.autoconfigure.cluster;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.List;

import io.github.leaderelection.internal.transport.tls.TestCertificates;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.boot.WebApplicationType;
import org.springframework.boot.reactor.netty.autoconfigure.NettyReactiveWebServerAutoConfiguration;
import org.springframework.boot.tomcat.TomcatWebServer;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Requests to members whose servers speak TLS by an SSL bundle.
 */
class ForwardTlsClusterTests {

	private static final String BUNDLE = "spring.ssl.bundle.pem.peers.";

	private static final String WITHOUT_NETTY = TestCluster.WITHOUT_SECURITY + ","
			+ NettyReactiveWebServerAutoConfiguration.class.getName();

	/**
	 * A request that failed waits so long for another leader than the one it was sent to.
	 */
	private static final String NO_OTHER_LEADER = "leader-election.forward.max-wait=1s";

	private static TestCluster cluster(String... properties) throws IOException {
		List<String> all = new ArrayList<>(List.of(TestCluster.WITHOUT_SECURITY,
				BUNDLE + "keystore.certificate=classpath:tls/localhost.pem",
				BUNDLE + "keystore.private-key=classpath:tls/localhost.key",
				BUNDLE + "truststore.certificate=classpath:tls/authority.pem", "server.ssl.bundle=peers",
				"leader-election.transport.ssl.bundle=peers", ForwardClusterTests.ORDERS, ForwardClusterTests.PATIENT));
		all.addAll(List.of(properties));
		return new TestCluster(2, "", all.toArray(String[]::new));
	}

	private static String peers(TestCluster cluster) {
		return "leader-election.peers=https://" + cluster.id(0) + ",https://" + cluster.id(1);
	}

	private static String ordersOfAFollower(TestCluster cluster, ConfigurableApplicationContext leader)
			throws Exception {
		int port = cluster.port(cluster.follower(leader));
		return HttpClient.newBuilder()
			.sslContext(TestCertificates.trustOnly())
			.build()
			.send(HttpRequest.newBuilder(URI.create("https://localhost:" + port + "/orders")).build(),
					BodyHandlers.ofString())
			.body();
	}

	@ParameterizedTest
	@ValueSource(strings = { "SERVLET", "REACTIVE" })
	void requestsTrustTheBundleOfPeersAndBesideHttp2(WebApplicationType stack) throws Exception {
		try (TestCluster cluster = cluster("server.http2.enabled=true")) {
			ConfigurableApplicationContext leader = start(cluster, stack);
			assertThat(ordersOfAFollower(cluster, leader)).isEqualTo("orders at " + TestCluster.id(leader));
		}
	}

	@Test
	void requestsTrustTheBundleOfPeersOnTomcatUnderWebFlux() throws Exception {
		try (TestCluster cluster = cluster(WITHOUT_NETTY)) {
			ConfigurableApplicationContext leader = start(cluster, WebApplicationType.REACTIVE);
			assertThat(((WebServerApplicationContext) leader).getWebServer()).isInstanceOf(TomcatWebServer.class);
			assertThat(ordersOfAFollower(cluster, leader)).isEqualTo("orders at " + TestCluster.id(leader));
		}
	}

	private static ConfigurableApplicationContext start(TestCluster cluster, WebApplicationType stack) {
		cluster.start(stack, 0, peers(cluster));
		cluster.start(stack, 1, peers(cluster));
		return cluster.awaitLeader("default");
	}

	@Test
	void requestsForALeaderBehindAPortOfItsOwnTrustTheirOwnBundle() throws Exception {
		try (TestCluster cluster = cluster("server.port=0")) {
			for (int index = 0; index < 2; index++) {
				cluster.start(index, peers(cluster), "leader-election.transport.port=" + cluster.ports().get(index),
						(index == 0) ? "leader-election.forward.ssl.bundle=peers" : NO_OTHER_LEADER);
			}
			ConfigurableApplicationContext trusting = cluster.contexts().get(0);
			ConfigurableApplicationContext other = cluster.contexts().get(1);
			OwnPortClusterTests.lead(cluster, other);
			assertThat(ordersOfAFollower(cluster, other)).isEqualTo("orders at " + TestCluster.id(other));
			OwnPortClusterTests.lead(cluster, trusting);
			assertThat(ordersOfAFollower(cluster, trusting)).contains("The leader could not be reached");
		}
	}

}
