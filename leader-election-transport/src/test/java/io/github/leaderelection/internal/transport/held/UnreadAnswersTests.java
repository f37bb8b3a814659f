package io.github.leaderelection.internal.transport.held;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.transport.http.HttpPeerTransport;
import io.github.leaderelection.internal.transport.link.NettyTestServer;
import io.github.leaderelection.internal.transport.link.TestNode;
import io.github.leaderelection.internal.transport.link.TestServer;
import io.github.leaderelection.internal.transport.link.TestViews;
import io.github.leaderelection.internal.transport.link.TomcatTestServer;
import io.github.leaderelection.internal.transport.spi.ApplicationUrls;
import io.github.leaderelection.internal.transport.spi.Observers;
import io.github.leaderelection.internal.transport.spi.PeerTransportSettings;
import io.github.leaderelection.internal.transport.spi.Protection;
import io.github.leaderelection.internal.transport.spi.RefusalReason;
import io.github.leaderelection.internal.view.GroupView;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Clients that hold the secret and do not read their answers.
 */
class UnreadAnswersTests {

	/** More than there are threads for observers. */
	private static final int SLOW = 8;

	private final List<Socket> sockets = new ArrayList<>();

	private final TestViews views = new TestViews().show(TestViews.view(1, "b", ""));

	private TestNode member;

	private HeldRequests requests;

	static Stream<TestServer> servers() {
		return Stream.of(TomcatTestServer.keepingFewBytes(), NettyTestServer.keepingFewBytes());
	}

	@AfterEach
	void end() throws IOException {
		for (Socket each : this.sockets) {
			each.close();
		}
		this.requests.close();
		this.member.stop();
	}

	private void start(TestServer server) {
		NodeId a = NodeId.of("a");
		PeerTransportSettings settings = new PeerTransportSettings("test", a, Map.of(), TestServer.PATH,
				Protection.of("secret"), List.of(a), (id) -> null, Duration.ofSeconds(1), Map.of(),
				new ApplicationUrls(null), new Observers(2 * SLOW, this.views));
		this.member = new TestNode(HttpPeerTransport::new, "a", "", server).start(settings);
		this.requests = new HeldRequests(settings, this.member.transport().acceptor(),
				new HeldRequests.Times(100, 60_000, 2000));
		server.observers(this.requests);
	}

	private static GroupView longView(long term) {
		return TestViews.view(term, "b", "\u00e9".repeat(1000));
	}

	private void askWithoutReading(RawObserver observer) throws IOException {
		Socket socket = new Socket();
		this.sockets.add(socket);
		socket.setReceiveBufferSize(1);
		socket.connect(new InetSocketAddress("localhost", this.member.server.port()));
		socket.getOutputStream().write(observer.unread().getBytes(StandardCharsets.US_ASCII));
		Awaitility.await()
			.atMost(Duration.ofSeconds(30))
			.until(() -> RawObserver.code(observer.repeat()) == RefusalReason.TOO_MANY.closeCode());
	}

	@ParameterizedTest
	@MethodSource("servers")
	void delayNobody(TestServer server) throws Exception {
		start(server);
		for (int i = 0; i < SLOW; i++) {
			RawObserver slow = new RawObserver(this.member.url(), "slow" + i);
			slow.observe();
			askWithoutReading(slow);
		}
		RawObserver other = new RawObserver(this.member.url(), "x");
		other.observe();
		for (long term = 2; term < 5; term++) {
			CompletableFuture<HttpResponse<String>> held = other.ask();
			this.views.show(longView(term));
			assertThat(other.views(held.get(20, TimeUnit.SECONDS))).containsExactly(longView(term));
		}
		CompletableFuture<HttpResponse<String>> last = other.ask();
		Awaitility.await().atMost(Duration.ofSeconds(30)).until(() -> this.requests.count() == 1);
		this.views.show(longView(5));
		assertThat(other.views(last.get(20, TimeUnit.SECONDS))).containsExactly(longView(5));
	}

}
