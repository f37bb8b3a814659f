package io.github.leaderelection.autoconfigure.cluster;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

import io.github.leaderelection.autoconfigure.Standalone;
import io.github.leaderelection.internal.transport.link.LinkStatus;
import io.github.leaderelection.internal.transport.link.TransportStatus;
import org.awaitility.Awaitility;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.context.ConfigurableApplicationContext;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Members that start while a stranger holds a thousand sockets at each port of the
 * transport's own. A case is what the stranger sends on each socket.
 */
class CrowdedPortTests {

	private static final int SOCKETS = 1000;

	@ParameterizedTest
	@ValueSource(strings = { "", "GET /elsewhere HTTP/1.1\r\nHost: h\r\n\r\n",
			"POST /elsewhere HTTP/1.1\r\nHost: h\r\nContent-Length: 100000\r\n\r\n",
			"POST /leader-election HTTP/1.1\r\nHost: h\r\nContent-Length: 100000\r\n\r\n" })
	void restartedMemberIsLinked(String words) throws Exception {
		String own = "leader-election.transport.port=";
		try (TestCluster cluster = new TestCluster(3, "", TestCluster.WITHOUT_SECURITY,
				"spring.main.web-application-type=none")) {
			for (int i = 0; i < 3; i++) {
				cluster.start(i, own + cluster.ports().get(i));
			}
			ConfigurableApplicationContext leader = cluster.awaitLeader("default");
			int restarted = cluster.contexts().indexOf(cluster.follower(leader));
			cluster.contexts().get(restarted).close();
			List<Integer> crowded = new ArrayList<>(cluster.ports());
			crowded.remove(restarted);
			try (Crowd crowd = new Crowd(crowded, words)) {
				ConfigurableApplicationContext back = cluster.start(restarted, own + cluster.ports().get(restarted));
				Awaitility.await()
					.atMost(Standalone.PATIENCE)
					.untilAsserted(() -> assertThat(status(back).peers()).allMatch((peer) -> peer.connected()));
				assertThat(cluster.awaitLeader("default")).isSameAs(leader);
				Awaitility.await()
					.atMost(Standalone.PATIENCE)
					.until(() -> crowd.sockets.isEmpty() || isCounted(status(leader)));
			}
		}
	}

	/** Those on a path that nobody serves are answered, and their connections end. */
	private static boolean isCounted(TransportStatus status) {
		return status.refusals().values().stream().anyMatch((count) -> count > 0);
	}

	private static TransportStatus status(ConfigurableApplicationContext context) {
		return context.getBean(LinkStatus.class).now();
	}

	/**
	 * Sends a byte on each socket, over and over.
	 */
	private static final class Crowd implements AutoCloseable {

		private final Queue<Socket> sockets = new ConcurrentLinkedQueue<>();

		private final Thread dripping = new Thread(this::drip, "crowd");

		private volatile boolean over;

		private Crowd(List<Integer> ports, String words) throws IOException {
			for (int port : ports) {
				for (int i = 0; i < SOCKETS; i++) {
					Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
					this.sockets.add(socket);
					socket.getOutputStream().write(words.getBytes(StandardCharsets.US_ASCII));
				}
			}
			this.dripping.start();
		}

		private void drip() {
			while (!this.over) {
				this.sockets.removeIf((each) -> !isOpen(each));
				LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(500));
			}
		}

		private static boolean isOpen(Socket socket) {
			try {
				socket.getOutputStream().write('x');
				return true;
			}
			catch (IOException ex) {
				return false;
			}
		}

		@Override
		public void close() throws IOException {
			this.over = true;
			for (Socket each : this.sockets) {
				each.close();
			}
		}

	}

}
