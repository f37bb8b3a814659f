package io.github.leaderelection.autoconfigure.transport;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;

import io.github.leaderelection.Leadership;
import io.github.leaderelection.autoconfigure.cluster.TestCluster;
import io.github.leaderelection.internal.transport.link.LinkStatus;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import org.springframework.boot.WebApplicationType;
import org.springframework.boot.reactor.netty.autoconfigure.NettyReactiveWebServerAutoConfiguration;
import org.springframework.boot.tomcat.TomcatWebServer;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Elections between applications of WebFlux and of servlets, beside Spring Security that
 * nobody configured.
 */
class ReactiveNodesTests {

	private final HttpClient client = HttpClient.newHttpClient();

	@ParameterizedTest
	@CsvSource({ "websocket, GET, POST", "http, POST, GET" })
	void oneLeadsAndAnotherWithAHigherTokenWhenItIsClosed(String type, String method, String otherMethod)
			throws Exception {
		try (TestCluster cluster = new TestCluster(3, "", "leader-election.transport.type=" + type)
			.start(WebApplicationType.SERVLET, WebApplicationType.REACTIVE, WebApplicationType.REACTIVE)) {
			ConfigurableApplicationContext first = cluster.awaitLeader("default");
			long token = token(first);
			int port = cluster.port(cluster.contexts().get(1));
			assertThat(ask(method, port, "/leader-election")).isEqualTo(400);
			assertThat(ask(otherMethod, port, "/leader-election")).isIn(401, 403);
			for (String path : new String[] { "/", "/leader-election/", "/leader-election/other",
					"/actuator/leader" }) {
				assertThat(ask(method, port, path)).isIn(401, 403);
			}
			first.close();
			ConfigurableApplicationContext second = cluster.awaitLeader("default");
			assertThat(second).isNotSameAs(first);
			assertThat(token(second)).isGreaterThan(token);
		}
	}

	@Test
	void nodesOnTomcatLinkEachOther() throws Exception {
		try (TestCluster cluster = new TestCluster(2, "",
				"spring.autoconfigure.exclude=" + NettyReactiveWebServerAutoConfiguration.class.getName())
			.start(WebApplicationType.REACTIVE, WebApplicationType.REACTIVE)) {
			cluster.awaitLeader("default");
			assertThat(cluster.contexts()).allSatisfy((node) -> {
				assertThat(((WebServerApplicationContext) node).getWebServer()).isInstanceOf(TomcatWebServer.class);
				assertThat(node.getBean(LinkStatus.class).now().peers()).hasSize(1);
			});
		}
	}

	private static long token(ConfigurableApplicationContext leader) {
		return TestCluster.elector(leader, "default").leadership().map(Leadership::fencingToken).orElseThrow();
	}

	private int ask(String with, int port, String path) throws Exception {
		HttpRequest request = HttpRequest.newBuilder(URI.create("http://localhost:" + port + path))
			.method(with, with.equals("POST") ? BodyPublishers.ofString("{}") : BodyPublishers.noBody())
			.build();
		return this.client.send(request, BodyHandlers.discarding()).statusCode();
	}

}
