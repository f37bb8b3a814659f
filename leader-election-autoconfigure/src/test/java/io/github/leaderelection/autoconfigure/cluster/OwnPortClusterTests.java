package io.github.leaderelection.autoconfigure.cluster;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.List;

import io.github.leaderelection.ElectionNode;
import io.github.leaderelection.ElectionStatus;
import io.github.leaderelection.LeaderElector;
import io.github.leaderelection.NodeId;
import io.github.leaderelection.autoconfigure.Standalone;
import io.github.leaderelection.internal.transport.link.LinkStatus;
import io.github.leaderelection.internal.transport.link.TransportStatus.PeerStatus;
import io.github.leaderelection.spring.LeaderElectorRegistry;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.boot.WebApplicationType;
import org.springframework.boot.reactor.netty.NettyWebServer;
import org.springframework.boot.tomcat.TomcatWebServer;
import org.springframework.boot.web.server.WebServer;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Clusters in which the transport has ports of its own.
 */
class OwnPortClusterTests {

	private static final String PORT = "leader-election.transport.port=";

	private final HttpClient client = HttpClient.newHttpClient();

	private int status(int port, String path) throws Exception {
		return this.client
			.send(HttpRequest.newBuilder(URI.create("http://localhost:" + port + path)).build(),
					BodyHandlers.discarding())
			.statusCode();
	}

	private static String url(TestCluster cluster, ConfigurableApplicationContext node) {
		return "http://localhost:" + cluster.port(node)
				+ node.getEnvironment().getProperty("server.servlet.context-path", "");
	}

	private static NodeId id(ConfigurableApplicationContext context) {
		return context.getBean(ElectionNode.class).id();
	}

	@ParameterizedTest
	@ValueSource(strings = { "websocket", "http" })
	void workerWithoutAWebServerLeadsAmongApplicationsAndOneOfThemAfterIt(String type) throws Exception {
		try (TestCluster cluster = new TestCluster(3, "", TestCluster.WITHOUT_SECURITY,
				"leader-election.transport.type=" + type)) {
			ConfigurableApplicationContext worker = cluster.start(0, "spring.main.web-application-type=none",
					PORT + cluster.ports().get(0));
			ConfigurableApplicationContext plain = cluster.start(1);
			ConfigurableApplicationContext apart = cluster.start(2, PORT + cluster.ports().get(2), "server.port=0",
					"server.servlet.context-path=/shop");
			LeaderElector elector = TestCluster.elector(worker, "default");
			long token = lead(cluster, worker);
			assertThat(apart.getBean(LeaderElectorRegistry.class).elector("default").leader().orElseThrow().url())
				.isNull();
			assertThat(status(cluster.port(apart), "/shop/leader-election")).isEqualTo(404);
			assertThat(status(cluster.ports().get(2), "/leader-election")).isGreaterThanOrEqualTo(400)
				.isNotEqualTo(404);
			stopAndStart(worker, elector);
			cluster.awaitLeader("default");
			worker.close();
			ConfigurableApplicationContext second = cluster.awaitLeader("default");
			assertThat(second).isIn(plain, apart);
			assertThat(token(second)).isGreaterThan(token);
			ConfigurableApplicationContext third = (second == plain) ? apart : plain;
			assertThat(TestCluster.elector(third, "default").leader().orElseThrow().url())
				.isEqualTo(url(cluster, second));
		}
	}

	@Test
	void servletsWebFluxAndAWorkerLeadInTurnOverHttp() throws Exception {
		try (TestCluster cluster = new TestCluster(3, "", TestCluster.WITHOUT_SECURITY,
				"leader-election.transport.type=http")) {
			ConfigurableApplicationContext worker = cluster.start(0, "spring.main.web-application-type=none",
					PORT + cluster.ports().get(0));
			ConfigurableApplicationContext servlets = cluster.start(1);
			ConfigurableApplicationContext webFlux = cluster.start(WebApplicationType.REACTIVE, 2);
			assertThat(worker).isNotInstanceOf(WebServerApplicationContext.class);
			assertThat(((WebServerApplicationContext) servlets).getWebServer()).isInstanceOf(TomcatWebServer.class);
			assertThat(((WebServerApplicationContext) webFlux).getWebServer()).isInstanceOf(NettyWebServer.class);
			cluster.awaitLeader("default");
			assertThat(cluster.contexts()).allSatisfy((node) -> Awaitility.await()
				.atMost(Standalone.PATIENCE)
				.untilAsserted(() -> assertThat(node.getBean(LinkStatus.class).now().peers()).hasSize(2)
					.allMatch(PeerStatus::connected)));
			List<Long> tokens = new ArrayList<>();
			for (ConfigurableApplicationContext next : List.of(worker, servlets, webFlux, worker)) {
				tokens.add(lead(cluster, next));
			}
			assertThat(tokens).isSorted().doesNotHaveDuplicates();
			worker.close();
			ConfigurableApplicationContext last = cluster.awaitLeader("default");
			assertThat(last).isIn(servlets, webFlux);
			assertThat(token(last)).isGreaterThan(tokens.get(3));
		}
	}

	/** Returns the token with which it leads. */
	static long lead(TestCluster cluster, ConfigurableApplicationContext next) throws Exception {
		ConfigurableApplicationContext leader = cluster.awaitLeader("default");
		if (leader != next) {
			LeaderElector elector = TestCluster.elector(leader, "default");
			// A majority elects before all members are linked.
			Awaitility.await()
				.atMost(Standalone.PATIENCE)
				.until(() -> elector.status()
					.members()
					.stream()
					.anyMatch((member) -> member.id().equals(id(next)) && member.connected()));
			elector.transferTo(id(next)).toCompletableFuture().get();
		}
		Awaitility.await().atMost(Standalone.PATIENCE).until(() -> cluster.awaitLeader("default") == next);
		return token(next);
	}

	private static long token(ConfigurableApplicationContext leader) {
		return TestCluster.elector(leader, "default").leadership().orElseThrow().fencingToken();
	}

	@Test
	void applicationsOnNettyLinkEachOtherOnPortsBesideItsOwn() throws Exception {
		try (TestCluster cluster = new TestCluster(2, "", TestCluster.WITHOUT_SECURITY,
				"spring.main.web-application-type=reactive", "server.port=0")) {
			for (int i = 0; i < 2; i++) {
				cluster.start(i, PORT + cluster.ports().get(i));
			}
			cluster.awaitLeader("default");
			for (int i = 0; i < 2; i++) {
				ConfigurableApplicationContext node = cluster.contexts().get(i);
				WebServer server = ((WebServerApplicationContext) node).getWebServer();
				assertThat(server).isInstanceOf(NettyWebServer.class);
				assertThat(status(server.getPort(), "/leader-election")).isEqualTo(404);
				assertThat(status(cluster.ports().get(i), "/leader-election")).isGreaterThanOrEqualTo(400)
					.isNotEqualTo(404);
			}
		}
	}

	/** As for a checkpoint. Listener and links come back. */
	private static void stopAndStart(ConfigurableApplicationContext context, LeaderElector elector) {
		context.stop();
		assertThat(elector.isLeader()).isFalse();
		context.start();
		Awaitility.await()
			.atMost(Standalone.PATIENCE)
			.until(() -> elector.leader().isPresent()
					&& elector.status().members().stream().allMatch(ElectionStatus.MemberStatus::connected));
	}

}
