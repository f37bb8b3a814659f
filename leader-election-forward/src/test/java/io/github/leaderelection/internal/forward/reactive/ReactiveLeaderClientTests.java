package io.github.leaderelection.internal.forward.reactive;

import java.io.InputStream;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.forward.Destination.Remote;
import io.github.leaderelection.internal.forward.ForwardBreakers;
import io.github.leaderelection.internal.forward.ForwardObservations;
import io.github.leaderelection.internal.forward.ForwardSettings;
import io.github.leaderelection.internal.forward.message.ClientRequest;
import io.github.leaderelection.internal.transport.tls.PeerTls;
import io.github.leaderelection.spring.ForwardToLeader.OnFollower;
import io.github.resilience4j.circuitbreaker.CircuitBreakerRegistry;
import io.micrometer.observation.ObservationRegistry;
import org.junit.jupiter.api.Test;
import org.mockito.BDDMockito;
import org.mockito.Mockito;
import reactor.core.Disposable;
import reactor.core.publisher.Flux;
import reactor.core.scheduler.Schedulers;

import org.springframework.http.server.RequestPath;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link ReactiveLeaderClient}.
 */
class ReactiveLeaderClientTests {

	private static final String HALF = "HTTP/1.1 200 \r\nContent-Length: 8\r\n\r\nhalf";

	private static final Duration LIMIT = Duration.ofMinutes(1);

	private final CountDownLatch arrived = new CountDownLatch(1);

	private final CountDownLatch gone = new CountDownLatch(1);

	@Test
	void answerThatArrivesAsTheClientGoesReleasesItsConnection() throws Exception {
		ClientRequest request = request();
		ForwardSettings settings = new ForwardSettings(OnFollower.PROXY, Duration.ZERO, 1, 1, LIMIT, LIMIT, LIMIT,
				PeerTls.OF_JVM);
		Schedulers.onScheduleHook("held", this::held);
		try (ServerSocket server = new ServerSocket(0);
				ReactiveLeaderClient client = new ReactiveLeaderClient(settings,
						new ForwardBreakers(CircuitBreakerRegistry.ofDefaults()),
						new ForwardObservations(ObservationRegistry.NOOP))) {
			Remote leader = new Remote(NodeId.of("a"), 3, URI.create("http://localhost:" + server.getLocalPort()));
			Disposable asking = client
				.ask("default", leader, request, new ReactiveBody(Flux.empty(), 0), NodeId.of("b"))
				.subscribe();
			try (Socket socket = server.accept()) {
				socket.setSoTimeout(20_000);
				readHead(socket.getInputStream());
				socket.getOutputStream().write(HALF.getBytes(StandardCharsets.ISO_8859_1));
				assertThat(this.arrived.await(60, TimeUnit.SECONDS)).isTrue();
				asking.dispose();
				this.gone.countDown();
				assertThat(socket.getInputStream().read()).as("end of the connection").isEqualTo(-1);
			}
		}
		finally {
			this.gone.countDown();
			Schedulers.resetOnScheduleHook("held");
		}
	}

	private Runnable held(Runnable task) {
		return () -> {
			this.arrived.countDown();
			try {
				this.gone.await(60, TimeUnit.SECONDS);
			}
			catch (InterruptedException ex) {
				Thread.currentThread().interrupt();
			}
			task.run();
		};
	}

	private static ClientRequest request() {
		ClientRequest request = Mockito.mock(ClientRequest.class);
		BDDMockito.given(request.method()).willReturn("GET");
		BDDMockito.given(request.path()).willReturn(RequestPath.parse("/x", ""));
		BDDMockito.given(request.headerNames()).willReturn(List.of());
		BDDMockito.given(request.remoteAddress()).willReturn("127.0.0.1");
		BDDMockito.given(request.scheme()).willReturn("http");
		BDDMockito.given(request.serverName()).willReturn("h");
		BDDMockito.given(request.serverPort()).willReturn(80);
		return request;
	}

	private static void readHead(InputStream in) throws Exception {
		StringBuilder head = new StringBuilder();
		while (head.indexOf("\r\n\r\n") < 0) {
			head.append((char) in.read());
		}
	}

}
