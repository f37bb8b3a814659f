package io.github.leaderelection.internal.forward;

import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpRequest;
import java.nio.charset.StandardCharsets;

import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.circuitbreaker.CircuitBreakerRegistry;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What a follower on WebFlux answers when the leader fails.
 */
class ReactiveLeaderFailureTests extends LeaderFailureTests {

	@Override
	FakeNode follower(String... properties) {
		return FakeNode.startReactive("b", properties);
	}

	@Test
	void requestThatCannotBeSentOnLeavesTheCircuitAlone() throws Exception {
		start();
		this.node.follow(this.leader, 3);
		CircuitBreaker breaker = new ForwardBreakers(this.node.bean(CircuitBreakerRegistry.class))
			.of(this.leader.elector().status().node());
		breaker.transitionToOpenState();
		breaker.transitionToHalfOpenState();
		for (int i = 0; i <= breaker.getCircuitBreakerConfig().getPermittedNumberOfCallsInHalfOpenState(); i++) {
			assertThat(RawExchange.send(this.node.port(), "CONNECT /blocking HTTP/1.1", "Host: h"))
				.startsWith("HTTP/1.1 500");
		}
		assertThat(send(HttpRequest.newBuilder(URI.create(this.node.url() + "/echo/x"))).statusCode()).isEqualTo(201);
		assertThat(this.node.count(ForwardOutcome.CLIENT_GONE)).isZero();
	}

	@Test
	void clientThatStopsSendingHoldsItsPlaceForTheTimeLimitOnly() throws Exception {
		start("leader-election.forward.max-proxied=1", "leader-election.forward.time-limit=2s");
		this.node.follow(this.leader, 3);
		this.leader.handlers().mayRead.release(10);
		try (Socket socket = new Socket("localhost", this.node.port())) {
			socket.getOutputStream()
				.write("POST /upload HTTP/1.1\r\nHost: h\r\nContent-Length: 8\r\n\r\nhalf"
					.getBytes(StandardCharsets.ISO_8859_1));
			Awaitility.await()
				.atMost(PATIENCE)
				.untilAsserted(() -> assertThat(this.node.count(ForwardOutcome.CLIENT_GONE)).isEqualTo(1));
			awaitPlace();
		}
		Awaitility.await().atMost(PATIENCE).until(() -> this.leader.elector().work() == 0);
	}

	@Test
	void clientThatStopsReadingHoldsItsPlaceForTheTimeLimitOnly() throws Exception {
		start("leader-election.forward.max-proxied=1", "leader-election.forward.time-limit=2s");
		int length = 32 * Handlers.MEGABYTE;
		try (RawLeader generous = new RawLeader(
				"HTTP/1.1 200 \r\nContent-Length: " + length + "\r\n\r\n" + "x".repeat(length), false);
				Socket socket = new Socket()) {
			this.node.elector().follow("generous", generous.url(), 3);
			socket.setReceiveBufferSize(4096);
			socket.connect(new InetSocketAddress("localhost", this.node.port()));
			socket.getOutputStream()
				.write("GET /echo/x HTTP/1.1\r\nHost: h\r\n\r\n".getBytes(StandardCharsets.ISO_8859_1));
			Awaitility.await()
				.atMost(PATIENCE)
				.untilAsserted(() -> assertThat(this.node.count(ForwardOutcome.CLIENT_GONE)).isEqualTo(1));
			this.node.follow(this.leader, 4);
			awaitPlace();
		}
	}

	/** A request is counted just before it gives its place back. */
	private void awaitPlace() {
		Awaitility.await()
			.atMost(PATIENCE)
			.untilAsserted(
					() -> assertThat(send(HttpRequest.newBuilder(URI.create(this.node.url() + "/echo/x"))).statusCode())
						.isEqualTo(201));
	}

	@Test
	void slowClientGetsTheWholeAnswer() throws Exception {
		start("leader-election.forward.time-limit=4s");
		int length = 4 * Handlers.MEGABYTE;
		try (RawLeader generous = new RawLeader(
				"HTTP/1.1 200 \r\nContent-Length: " + length + "\r\n\r\n" + "x".repeat(length), true);
				Socket socket = new Socket()) {
			this.node.elector().follow("generous", generous.url(), 3);
			// A smaller one waits for delayed acknowledgements, and moves little in a
			// time limit.
			socket.setReceiveBufferSize(0x10000);
			socket.setSoTimeout(60_000);
			socket.connect(new InetSocketAddress("localhost", this.node.port()));
			socket.getOutputStream()
				.write("GET /echo/x HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n"
					.getBytes(StandardCharsets.ISO_8859_1));
			long read = 0;
			byte[] piece = new byte[0x40000];
			for (int count = 0; count >= 0; count = socket.getInputStream().readNBytes(piece, 0, piece.length)) {
				read += count;
				if (count < piece.length && read > 0) {
					break;
				}
				Thread.sleep(500);
			}
			assertThat(read).isGreaterThan(length);
		}
	}

}
