package io.github.leaderelection.autoconfigure.cluster;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

import io.github.leaderelection.LeaderElector;
import io.github.leaderelection.LeaderInfo;
import io.github.leaderelection.Leadership;
import io.github.leaderelection.MemberState;
import io.github.leaderelection.NodeId;
import io.github.leaderelection.autoconfigure.Standalone;
import io.github.leaderelection.internal.transport.link.LinkStatus;
import io.github.leaderelection.internal.transport.link.SilentCrowd;
import io.github.leaderelection.internal.transport.link.TransportStatus.PeerStatus;
import io.github.leaderelection.internal.transport.spi.RefusalReason;
import io.github.leaderelection.spring.LeaderChangedEvent;
import io.github.leaderelection.spring.LeadershipRevokedEvent;
import io.github.leaderelection.spring.MemberDownEvent;
import io.github.leaderelection.spring.MemberSuspectedEvent;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import org.springframework.boot.web.servlet.ServletRegistrationBean;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Applications whose web servers have no thread left for anybody, or strangers in crowds,
 * for ten leases.
 */
class BusyClusterTests {

	private static final int THREADS = 4;

	private static final String SLOW_REQUEST = "GET /slow HTTP/1.1\r\nHost: localhost\r\n\r\n";

	private static final Duration TEN_LEASES = Duration.ofSeconds(10);

	private static final Duration LEASE = Duration.ofSeconds(1);

	/**
	 * A message passes half a dozen threads: where each waits so long for a processor a
	 * member is missed.
	 */
	private static final Duration STARVED = Duration.ofMillis(50);

	/** And where each waits so long a lease ends. */
	private static final Duration STARVED_FOR_A_LEASE = Duration.ofMillis(150);

	/** More than the places for strangers of a node that no observer may dial. */
	private static final int CROWD = 30;

	private final List<Socket> sockets = new ArrayList<>();

	private TestCluster cluster;

	private void start(String transport) throws IOException {
		this.cluster = new TestCluster(3, "", TestCluster.WITHOUT_SECURITY, TestCluster.SHORT_LEASE,
				"server.tomcat.threads.max=" + THREADS, "leader-election.transport.type=" + transport,
				"leader-election.transport.max-observers=0", "spring.main.sources=" + SlowConfiguration.class.getName())
			.start();
		awaitCalm();
	}

	/** Until all are linked and each has been told of the leader. */
	private void awaitCalm() {
		Awaitility.await().atMost(Standalone.PATIENCE).until(() -> {
			Object leader = TestCluster.elector(this.cluster.awaitLeader("default"), "default")
				.leader()
				.map(LeaderInfo::id)
				.orElse(null);
			return this.cluster.contexts()
				.stream()
				.allMatch((each) -> TestCluster.elector(each, "default")
					.status()
					.members()
					.stream()
					.allMatch((member) -> member.connected() && member.state() == MemberState.UP)
						&& disturbances(each).stream()
							.filter(LeaderChangedEvent.class::isInstance)
							.reduce((one, next) -> next)
							.filter((last) -> leader != null && leader.equals(((LeaderChangedEvent) last).leader()))
							.isPresent());
		});
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
		takeEveryThread(sent, times);
		nothingHappensForTenLeases();
		for (ConfigurableApplicationContext each : this.cluster.contexts()) {
			assertThat(each.getBean(SlowServlet.class).entered).hasValue(THREADS);
		}
	}

	@Test
	void silentSocketsInCrowdsEndNoLeaseAndKeepNoMemberOut() throws IOException {
		start("websocket");
		try (SilentCrowd crowd = new SilentCrowd(this.cluster.ports(), CROWD, 50)) {
			Awaitility.await().atMost(Standalone.PATIENCE).until(() -> crowd.came() > 2 * 3 * CROWD);
			nothingHappensForTenLeases();
			assertThat(this.cluster.contexts()).allSatisfy(
					(each) -> assertThat(each.getBean(LinkStatus.class).now().refusals().get(RefusalReason.TOO_MANY))
						.isGreaterThan(CROWD));
			ConfigurableApplicationContext leader = this.cluster.awaitLeader("default");
			long token = token(leader);
			ConfigurableApplicationContext restarted = this.cluster.contexts()
				.stream()
				.filter((each) -> each != leader)
				.findFirst()
				.orElseThrow();
			try (Starvation starvation = new Starvation()) {
				restarted.stop();
				restarted.start();
				int before = crowd.cameTo(this.cluster.port(restarted));
				awaitCalm();
				Awaitility.await()
					.atMost(Standalone.PATIENCE)
					.until(() -> crowd.cameTo(this.cluster.port(restarted)) > before + CROWD);
				if (token(leader) != token) {
					assertThat(starvation.longest()).isGreaterThan(STARVED_FOR_A_LEASE);
				}
			}
		}
	}

	private static long token(ConfigurableApplicationContext leader) {
		return TestCluster.elector(leader, "default").leadership().map(Leadership::fencingToken).orElse(0L);
	}

	/**
	 * What happens just after threads waited for a processor for long is no consequence
	 * of what is tried here, and does not count.
	 */
	private void nothingHappensForTenLeases() {
		try (Starvation starvation = new Starvation()) {
			Duration calm = Duration.ZERO;
			while (calm.compareTo(TEN_LEASES) < 0) {
				awaitCalm();
				List<Seen> before = seen();
				long begun = System.nanoTime();
				long missing = TEN_LEASES.minus(calm).toNanos();
				Awaitility.await()
					.atMost(Standalone.PATIENCE)
					.until(() -> !seen().equals(before) || System.nanoTime() - begun > missing);
				List<Seen> after = seen();
				Duration waited = starvation.longestOfTheLast(LEASE.multipliedBy(2));
				if (!after.equals(before)) {
					assertThat(waited).as("the wait for a processor before %s became %s", before, after)
						.isGreaterThan(reigns(after).equals(reigns(before)) ? STARVED : STARVED_FOR_A_LEASE);
				}
				calm = calm.plusNanos(System.nanoTime() - begun);
			}
		}
	}

	private static List<List<Object>> reigns(List<Seen> seen) {
		return seen.stream()
			.map((each) -> Arrays.<Object>asList(each.leader(), each.token(), each.linkedSince()))
			.toList();
	}

	private List<Seen> seen() {
		return this.cluster.contexts().stream().map((each) -> {
			LeaderElector elector = TestCluster.elector(each, "default");
			return new Seen(elector.leader().map(LeaderInfo::id).orElse(null),
					elector.leadership().map(Leadership::fencingToken).orElse(0L),
					elector.status().members().stream().map((member) -> member.id() + " " + member.state()).toList(),
					each.getBean(LinkStatus.class).now().peers().stream().map(PeerStatus::since).toList(),
					disturbances(each));
		}).toList();
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

	/** What a disturbance would make it hear, and what it heard before. */
	private static List<Object> disturbances(ConfigurableApplicationContext context) {
		return context.getBean(TestCluster.Events.class)
			.heard()
			.stream()
			.filter((event) -> event instanceof LeaderChangedEvent || event instanceof LeadershipRevokedEvent
					|| event instanceof MemberSuspectedEvent || event instanceof MemberDownEvent)
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

	/**
	 * A node as it was seen at a moment; of two moments the same unless it was disturbed.
	 *
	 * @param leader whom it knows
	 * @param token its own, or 0
	 * @param members what it believes of the others
	 * @param linkedSince since when it is linked with each
	 * @param heard what its listeners were told
	 */
	private record Seen(@Nullable NodeId leader, long token, List<String> members, List<@Nullable Instant> linkedSince,
			List<Object> heard) {
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
