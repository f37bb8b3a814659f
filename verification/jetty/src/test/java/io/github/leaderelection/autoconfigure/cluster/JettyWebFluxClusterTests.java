package io.github.leaderelection.autoconfigure.cluster;

import io.github.leaderelection.internal.transport.link.LinkStatus;
import org.junit.jupiter.api.Test;

import org.springframework.boot.WebApplicationType;
import org.springframework.boot.jetty.JettyWebServer;
import org.springframework.boot.web.server.context.WebServerApplicationContext;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Applications of WebFlux on Jetty.
 */
class JettyWebFluxClusterTests {

	private static final String NETTY = "org.springframework.boot.reactor.netty.autoconfigure"
			+ ".NettyReactiveWebServerAutoConfiguration";

	@Test
	void nodesLinkEachOther() throws Exception {
		try (TestCluster cluster = new TestCluster(2, "", "spring.autoconfigure.exclude=" + NETTY)
			.start(WebApplicationType.REACTIVE, WebApplicationType.REACTIVE)) {
			cluster.awaitLeader("default");
			assertThat(cluster.contexts()).allSatisfy((node) -> {
				assertThat(((WebServerApplicationContext) node).getWebServer()).isInstanceOf(JettyWebServer.class);
				assertThat(node.getBean(LinkStatus.class).now().peers()).hasSize(1);
			});
		}
	}

}
