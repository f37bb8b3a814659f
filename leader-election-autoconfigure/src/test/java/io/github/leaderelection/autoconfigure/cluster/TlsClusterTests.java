package io.github.leaderelection.autoconfigure.cluster;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpClient.Version;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

import javax.net.ssl.SSLContext;

import io.github.leaderelection.autoconfigure.Standalone;
import io.github.leaderelection.internal.transport.link.LinkStatus;
import io.github.leaderelection.internal.transport.link.TransportStatus;
import io.github.leaderelection.internal.transport.tls.TestCertificates;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.boot.WebApplicationType;
import org.springframework.boot.reactor.netty.autoconfigure.NettyReactiveWebServerAutoConfiguration;
import org.springframework.boot.tomcat.TomcatWebServer;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

/**
 * Clusters whose members speak TLS by an SSL bundle.
 */
class TlsClusterTests {

	private static final String BUNDLE = "spring.ssl.bundle.pem.peers.";

	private static final String WITHOUT_NETTY = TestCluster.WITHOUT_SECURITY + ","
			+ NettyReactiveWebServerAutoConfiguration.class.getName();

	private static final String MISTRUST = "unable to find valid certification path";

	private static final String[] FILES = { "authority.pem", "localhost.pem", "localhost.key" };

	@TempDir
	Path files;

	private void copy(String from, String to) throws IOException {
		try (InputStream file = TestCertificates.class.getResourceAsStream("/tls/" + from)) {
			Path written = this.files.resolve(to + ".new");
			Files.copy(file, written);
			Files.move(written, this.files.resolve(to), StandardCopyOption.REPLACE_EXISTING);
		}
	}

	private TestCluster cluster(String type, String... properties) throws IOException {
		for (String file : FILES) {
			copy(file, file);
		}
		List<String> all = new ArrayList<>(List.of(TestCluster.WITHOUT_SECURITY,
				BUNDLE + "keystore.certificate=file:" + this.files.resolve("localhost.pem"),
				BUNDLE + "keystore.private-key=file:" + this.files.resolve("localhost.key"), trusting(),
				BUNDLE + "reload-on-update=true", "spring.ssl.bundle.watch.file.quiet-period=100ms",
				"leader-election.transport.type=" + type, "leader-election.transport.ssl.bundle=peers"));
		all.addAll(List.of(properties));
		return new TestCluster(2, "", all.toArray(String[]::new));
	}

	private static String peers(TestCluster cluster) {
		return "leader-election.peers="
				+ String.join(",", IntStream.range(0, 2).mapToObj((index) -> "https://" + cluster.id(index)).toList());
	}

	private static HttpResponse<String> get(SSLContext context, int port, String path)
			throws IOException, InterruptedException {
		return HttpClient.newBuilder()
			.sslContext(context)
			.build()
			.send(HttpRequest.newBuilder(URI.create("https://localhost:" + port + path))
				.timeout(Standalone.PATIENCE)
				.build(), BodyHandlers.ofString());
	}

	private static X509Certificate presented(int port) throws Exception {
		return (X509Certificate) get(TestCertificates.LOCALHOST.context(), port, "/").sslSession()
			.orElseThrow()
			.getPeerCertificates()[0];
	}

	private static void awaitLinks(TestCluster cluster) {
		Awaitility.await()
			.atMost(Standalone.PATIENCE)
			.untilAsserted(() -> assertThat(cluster.contexts()).hasSize(2).allSatisfy((context) -> {
				TransportStatus status = context.getBean(LinkStatus.class).now();
				assertThat(status).isNotNull();
				assertThat(status.peers()).singleElement().satisfies((peer) -> assertThat(peer.connected()).isTrue());
				assertThat(TestCluster.elector(context, "default").status().problems()).isEmpty();
			}));
	}

	@ParameterizedTest
	@CsvSource({ "SERVLET, websocket", "SERVLET, http", "REACTIVE, websocket", "REACTIVE, http" })
	void peersReachTheServerOfTheApplicationByTlsAndBesideHttp2(WebApplicationType stack, String type)
			throws Exception {
		try (TestCluster cluster = cluster(type, "server.ssl.bundle=peers", "server.http2.enabled=true")) {
			start(cluster, stack);
			ConfigurableApplicationContext leader = cluster.awaitLeader("default");
			awaitLinks(cluster);
			assertThat(get(TestCertificates.trustOnly(), cluster.port(leader), "/").version())
				.isEqualTo(Version.HTTP_2);
			assertThatAStrangerIsNotLinked(cluster, stack, leader);
		}
	}

	@ParameterizedTest
	@ValueSource(strings = { "websocket", "http" })
	void peersReachTomcatUnderWebFluxByTls(String type) throws Exception {
		try (TestCluster cluster = cluster(type, WITHOUT_NETTY, "server.ssl.bundle=peers")) {
			start(cluster, WebApplicationType.REACTIVE);
			ConfigurableApplicationContext leader = cluster.awaitLeader("default");
			assertThat(((WebServerApplicationContext) leader).getWebServer()).isInstanceOf(TomcatWebServer.class);
			awaitLinks(cluster);
			assertThatAStrangerIsNotLinked(cluster, WebApplicationType.REACTIVE, leader);
		}
	}

	private static void start(TestCluster cluster, WebApplicationType stack) {
		cluster.start(stack, 0, peers(cluster));
		cluster.start(stack, 1, peers(cluster));
	}

	/**
	 * The follower comes back with the certificate of another authority, and trusts that.
	 */
	private void assertThatAStrangerIsNotLinked(TestCluster cluster, WebApplicationType stack,
			ConfigurableApplicationContext leader) throws IOException {
		ConfigurableApplicationContext follower = cluster.follower(leader);
		follower.close();
		copy("stranger.pem", "stranger.pem");
		copy("stranger.key", "stranger.key");
		ConfigurableApplicationContext stranger = cluster.start(stack, cluster.contexts().indexOf(follower),
				peers(cluster), BUNDLE + "keystore.certificate=file:" + this.files.resolve("stranger.pem"),
				BUNDLE + "keystore.private-key=file:" + this.files.resolve("stranger.key"), trustingStrangers());
		assertThat(List.of(leader, stranger)).allSatisfy((node) -> Awaitility.await()
			.atMost(Standalone.PATIENCE)
			.untilAsserted(
					() -> assertThat(node.getBean(LinkStatus.class).now().peers()).singleElement().satisfies((peer) -> {
						assertThat(peer.connected()).isFalse();
						assertThat(peer.lastFailure()).contains(MISTRUST);
					})));
		assertThat(TestCluster.elector(stranger, "default").leader()).isEmpty();
	}

	@ParameterizedTest
	@ValueSource(strings = { "websocket", "http" })
	void peersReachAPortOfItsOwnByCertificatesThatAreRenewed(String type) throws Exception {
		Set<Thread> before = new HashSet<>(Thread.getAllStackTraces().keySet());
		try (TestCluster cluster = cluster(type, "spring.main.web-application-type=none",
				"leader-election.transport.ssl.client-auth=need")) {
			for (int index = 0; index < 2; index++) {
				cluster.start(index, peers(cluster), "leader-election.transport.port=" + cluster.ports().get(index));
			}
			cluster.awaitLeader("default");
			int port = cluster.ports().get(0);
			assertThatIOException().isThrownBy(() -> get(TestCertificates.trustOnly(), port, "/"));
			assertThat(presented(port)).isEqualTo(TestCertificates.LOCALHOST.certificate());
			assertThatABatchJobWouldEnd(before);
			copy("renewed.key", "localhost.key");
			copy("renewed.pem", "localhost.pem");
			Awaitility.await()
				.atMost(Standalone.PATIENCE)
				.until(() -> presented(port).equals(TestCertificates.RENEWED.certificate()));
			awaitLinks(cluster);
		}
	}

	/** The JVM ends with the last thread that is no daemon. */
	private static void assertThatABatchJobWouldEnd(Set<Thread> before) {
		Set<Thread> started = new HashSet<>(Thread.getAllStackTraces().keySet());
		started.removeAll(before);
		assertThat(started).extracting(Thread::getName)
			.anyMatch((name) -> name.contains("transport"))
			.anyMatch((name) -> name.contains("Acceptor"));
		assertThat(started).filteredOn((thread) -> !thread.isDaemon()).isEmpty();
	}

	private String trusting() {
		return BUNDLE + "truststore.certificate=file:" + this.files.resolve("authority.pem");
	}

	private String trustingStrangers() {
		return BUNDLE + "truststore.certificate=file:" + this.files.resolve("stranger.pem");
	}

}
