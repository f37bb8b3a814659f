package io.github.leaderelection.autoconfigure.cluster;

import java.util.ArrayList;
import java.util.List;

import io.github.leaderelection.ElectionNode;
import io.github.leaderelection.LeaderElector;
import io.github.leaderelection.autoconfigure.Standalone;
import io.github.leaderelection.internal.transport.link.LinkStatus;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Observers of members that speak TLS and ask for certificates.
 */
class ObserverTlsTests {

	private static final String BUNDLE = "spring.ssl.bundle.pem.peers.";

	private static final String TRUSTING = BUNDLE + "truststore.certificate=classpath:tls/authority.pem";

	private static final String CERTIFICATE = BUNDLE + "keystore.certificate=classpath:tls/localhost.pem";

	private static final String KEY = BUNDLE + "keystore.private-key=classpath:tls/localhost.key";

	private static String peers(TestCluster cluster) {
		return "leader-election.peers=https://" + cluster.id(0) + ",https://" + cluster.id(1);
	}

	@Test
	void observerReachesMembersThatTrustItsCertificateAndNoneWithoutOne() throws Exception {
		try (TestCluster cluster = new TestCluster(2, "", TestCluster.WITHOUT_SECURITY, CERTIFICATE, KEY, TRUSTING,
				"leader-election.transport.ssl.bundle=peers", "spring.main.web-application-type=none",
				"leader-election.transport.ssl.client-auth=need")) {
			for (int index = 0; index < 2; index++) {
				cluster.start(index, peers(cluster), "leader-election.transport.port=" + cluster.ports().get(index));
			}
			String leader = cluster.awaitLeader("default").getBean(ElectionNode.class).id().value();
			try (ConfigurableApplicationContext observer = observe(cluster, TRUSTING, CERTIFICATE, KEY);
					ConfigurableApplicationContext bare = observe(cluster, TRUSTING);
					ConfigurableApplicationContext stranger = observe(cluster,
							BUNDLE + "truststore.certificate=classpath:tls/stranger.pem")) {
				LeaderElector seen = TestCluster.elector(observer, "default");
				Awaitility.await()
					.atMost(Standalone.PATIENCE)
					.until(() -> seen.leader().map((known) -> known.id().value()).orElse("").equals(leader));
				assertThat(seen.isLeader()).isFalse();
				LeaderElector blind = TestCluster.elector(bare, "default");
				Awaitility.await()
					.atMost(Standalone.PATIENCE)
					.until(() -> blind.status().problems().toString().contains("(dialled https://localhost:"));
				assertThat(blind.leader()).isEmpty();
				LeaderElector mistrusting = TestCluster.elector(stranger, "default");
				Awaitility.await()
					.atMost(Standalone.PATIENCE)
					.until(() -> mistrusting.status()
						.problems()
						.toString()
						.contains("unable to find valid certification path"));
				assertThat(mistrusting.leader()).isEmpty();
				assertThat(cluster.contexts()
					.stream()
					.mapToInt((member) -> member.getBean(LinkStatus.class).now().observers())
					.sum()).isEqualTo(1);
			}
		}
	}

	private static ConfigurableApplicationContext observe(TestCluster cluster, String... bundle) {
		List<String> arguments = new ArrayList<>(
				List.of("--spring.main.banner-mode=off", "--leader-election.observe=true", "--" + peers(cluster),
						"--leader-election.transport.ssl.bundle=peers"));
		for (String property : bundle) {
			arguments.add("--" + property);
		}
		return new SpringApplicationBuilder(TestCluster.Application.class).web(WebApplicationType.NONE)
			.registerShutdownHook(false)
			.run(arguments.toArray(String[]::new));
	}

}
