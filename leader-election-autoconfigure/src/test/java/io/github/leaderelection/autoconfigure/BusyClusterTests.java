package io.github.leaderelection.autoconfigure;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

import io.github.leaderelection.LeaderElector;
import io.github.leaderelection.NodeId;
import io.github.leaderelection.link.TransportStatus.PeerStatus;
import io.github.leaderelection.spring.LeaderChangedEvent;
import io.github.leaderelection.spring.LeadershipRevokedEvent;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import org.springframework.boot.web.servlet.ServletRegistrationBean;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Applications whose web servers have no thread left for anybody, for ten leases.
 */
class BusyClusterTests {

	private static final int THREADS = 4;

	private static final String SLOW_REQUEST = "GET /slow HTTP/1.1\r\nHost: localhost\r\n\r\n";

	private static final Duration TEN_LEASES = Duration.ofSeconds(10);

	private final List<Socket> sockets = new ArrayList<>();

	private TestCluster cluster;

	private void start(String transport) throws IOException {
		this.cluster = new TestCluster(3, "", TestCluster.WITHOUT_SECURITY, "server.tomcat.threads.max=" + THREADS,
				"leader-election.transport.type=" + transport,
				"spring.main.sources=" + SlowConfiguration.class.getName())
			.start();
		this.cluster.awaitLeader("default");
		Awaitility.await()
			.atMost(Standalone.PATIENCE)
			.until(() -> this.cluster.contexts()
				.stream()
				.allMatch((each) -> TestCluster.elector(each, "default")
					.status()
					.members()
					.stream()
					.allMatch((member) -> member.connected())));
	}

	@AfterEach
	void stop() throws IOException {
		this.cluster.contexts().forEach((each) -> each.getBean(SlowServlet.class).release.countDown());
		for (Socket socket : this.sockets) {
			socket.close();
		}
		this.cluster.close();
	}

	@Test
	void overHttpRequestsThatTakeEveryThreadEndTheLease() throws IOException {
		start("http");
		ConfigurableApplicationContext leader = this.cluster.awaitLeader("default");
		takeEveryThread(SLOW_REQUEST, 2 * THREADS);
		Awaitility.await().atMost(Standalone.PATIENCE).until(() -> !TestCluster.elector(leader, "default").isLeader());
		assertThat(leader.getBean(SlowServlet.class).entered).hasValue(THREADS);
	}

	@Test
	void slowRequestsThatTakeEveryThreadEndNoLease() throws IOException {
		start("websocket");
		leaderStaysWhile(SLOW_REQUEST, 20);
	}

	@Test
	void halfSentPostsThatTakeEveryThreadEndNoLease() throws IOException {
		start("websocket");
		leaderStaysWhile("POST /slow HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\nhalf", 40);
	}

	private void leaderStaysWhile(String sent, int times) throws IOException {
		ConfigurableApplicationContext leader = this.cluster.awaitLeader("default");
		NodeId id = TestCluster.elector(leader, "default").leader().orElseThrow().id();
		long token = TestCluster.elector(leader, "default").leadership().orElseThrow().fencingToken();
		List<Integer> heardBefore = this.cluster.contexts().stream().map((each) -> heard(each).size()).toList();
		List<Instant> linkedBefore = linkedSince();
		takeEveryThread(sent, times);
		Awaitility.await()
			.during(TEN_LEASES)
			.atMost(TEN_LEASES.multipliedBy(3))
			.untilAsserted(() -> this.cluster.contexts().forEach((each) -> {
				LeaderElector elector = TestCluster.elector(each, "default");
				assertThat(elector.leader().orElseThrow().id()).isEqualTo(id);
				assertThat(elector.status().members()).allMatch((member) -> member.connected());
			}));
		assertThat(TestCluster.elector(leader, "default").leadership().orElseThrow().fencingToken()).isEqualTo(token);
		assertThat(linkedSince()).as("no link ended").isEqualTo(linkedBefore);
		for (int i = 0; i < heardBefore.size(); i++) {
			ConfigurableApplicationContext each = this.cluster.contexts().get(i);
			assertThat(heard(each)).hasSize(heardBefore.get(i));
			assertThat(each.getBean(SlowServlet.class).entered).hasValue(THREADS);
		}
	}

	/** On each node, so many that each of its threads waits, and others wait for one. */
	private void takeEveryThread(String sent, int times) throws IOException {
		for (ConfigurableApplicationContext each : this.cluster.contexts()) {
			for (int i = 0; i < times; i++) {
				send(this.cluster.port(each), sent);
			}
			Awaitility.await()
				.atMost(Standalone.PATIENCE)
				.until(() -> each.getBean(SlowServlet.class).entered.get() == THREADS);
		}
	}

	/** Of each node and each of its peers. */
	private List<Instant> linkedSince() {
		return this.cluster.contexts()
			.stream()
			.flatMap((each) -> each.getBean(LinkTransportFactory.class).status().peers().stream())
			.map(PeerStatus::since)
			.toList();
	}

	/** What a disturbance would make each of them hear. */
	private static List<Object> heard(ConfigurableApplicationContext context) {
		return context.getBean(TestCluster.Events.class)
			.heard()
			.stream()
			.filter((event) -> event instanceof LeaderChangedEvent || event instanceof LeadershipRevokedEvent)
			.toList();
	}

	private void send(int port, String text) throws IOException {
		Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
		this.sockets.add(socket);
		socket.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
	}

	/**
	 * Keeps a thread of the server until it is released.
	 */
	static final class SlowServlet extends HttpServlet {

		private static final long serialVersionUID = 1L;

		private final transient CountDownLatch release = new CountDownLatch(1);

		private final transient AtomicInteger entered = new AtomicInteger();

		@Override
		protected void service(HttpServletRequest request, HttpServletResponse response) throws IOException {
			this.entered.incrementAndGet();
			if (request.getMethod().equals("POST")) {
				request.getInputStream().readAllBytes();
			}
			try {
				this.release.await();
			}
			catch (InterruptedException ex) {
				Thread.currentThread().interrupt();
			}
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class SlowConfiguration {

		@Bean
		SlowServlet slowServlet() {
			return new SlowServlet();
		}

		@Bean
		ServletRegistrationBean<SlowServlet> slow(SlowServlet slowServlet) {
			return new ServletRegistrationBean<>(slowServlet, "/slow");
		}

	}

}
