package io.github.leaderelection.autoconfigure.cluster;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

import io.github.leaderelection.LeaderElector;
import io.github.leaderelection.autoconfigure.Standalone;
import io.github.leaderelection.internal.transport.link.LinkStatus;
import org.awaitility.Awaitility;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.jetty.JettyWebServer;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Applications on Jetty whose members speak TLS.
 */
class JettyTlsClusterTests {

	private static final String NETTY = "org.springframework.boot.reactor.netty.autoconfigure"
			+ ".NettyReactiveWebServerAutoConfiguration";

	private static final String BUNDLE = "spring.ssl.bundle.pem.peers.";

	private static String[] settings(String trusted) {
		return new String[] { "spring.autoconfigure.exclude=" + NETTY,
				BUNDLE + "keystore.certificate=classpath:tls/localhost.pem",
				BUNDLE + "keystore.private-key=classpath:tls/localhost.key",
				BUNDLE + "truststore.certificate=classpath:tls/" + trusted,
				"leader-election.transport.ssl.bundle=peers" };
	}

	private static String peers(TestCluster cluster) {
		return "leader-election.peers=https://" + cluster.id(0) + ",https://" + cluster.id(1);
	}

	@ParameterizedTest
	@EnumSource(names = { "SERVLET", "REACTIVE" })
	void nodesLinkEachOtherByTlsAndStrangersAreNotBelieved(WebApplicationType stack) throws Exception {
		try (TestCluster cluster = new TestCluster(2, "",
				Stream.concat(Stream.of("server.ssl.bundle=peers"), Stream.of(settings("authority.pem")))
					.toArray(String[]::new))) {
			cluster.start(stack, 0, peers(cluster));
			cluster.start(stack, 1, peers(cluster));
			cluster.awaitLeader("default");
			assertThat(cluster.contexts()).allSatisfy((node) -> {
				assertThat(((WebServerApplicationContext) node).getWebServer()).isInstanceOf(JettyWebServer.class);
				Awaitility.await()
					.atMost(Standalone.PATIENCE)
					.until(() -> node.getBean(LinkStatus.class)
						.now()
						.peers()
						.stream()
						.allMatch((peer) -> peer.connected()));
			});
			try (ConfigurableApplicationContext stranger = observe(cluster)) {
				LeaderElector blind = TestCluster.elector(stranger, "default");
				Awaitility.await()
					.atMost(Standalone.PATIENCE)
					.until(() -> blind.status()
						.problems()
						.toString()
						.contains("unable to find valid certification path"));
				assertThat(blind.leader()).isEmpty();
			}
		}
	}

	/** Trusts another authority. */
	private static ConfigurableApplicationContext observe(TestCluster cluster) {
		List<String> arguments = new ArrayList<>(
				List.of("--spring.main.banner-mode=off", "--leader-election.observe=true", "--" + peers(cluster)));
		for (String setting : settings("stranger.pem")) {
			arguments.add("--" + setting);
		}
		return new SpringApplicationBuilder(TestCluster.Application.class).web(WebApplicationType.NONE)
			.registerShutdownHook(false)
			.run(arguments.toArray(String[]::new));
	}

}
