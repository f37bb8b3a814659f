package io.github.leaderelection.internal.forward;

import java.net.Socket;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.forward.message.HopHeaders;
import io.github.leaderelection.internal.transport.link.Ports;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig;
import io.github.resilience4j.circuitbreaker.CircuitBreakerRegistry;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What a follower answers when the leader fails, and when a request is repeated.
 */
class LeaderFailureTests extends ForwardingTests {

	private static final String REFUSAL = "HTTP/1.1 503 \r\n" + HopHeaders.NOT_LEADER
			+ ": old\r\nContent-Length: 0\r\nConnection: close\r\n\r\n";

	private HttpRequest.Builder request(String path) {
		return HttpRequest.newBuilder(URI.create(this.node.url() + path));
	}

	/** A port at which nobody listens. */
	private static String nobody() {
		return "http://localhost:" + Ports.free();
	}

	private void awaitCount(ForwardOutcome outcome, long count) {
		Awaitility.await().atMost(PATIENCE).untilAsserted(() -> assertThat(this.node.count(outcome)).isEqualTo(count));
	}

	@Test
	void leaderThatCannotBeReachedMakesTheServiceUnavailable() throws Exception {
		start();
		this.node.elector().follow("gone", nobody(), 3);
		HttpResponse<String> answer = send(request("/echo/x").POST(BodyPublishers.ofString("body")));
		assertThat(answer.statusCode()).isEqualTo(503);
		assertThat(answer.headers().firstValue("Retry-After")).hasValue("1");
		awaitCount(ForwardOutcome.UNREACHABLE, 1);
	}

	@Test
	void circuitOpensAfterFailuresOfOneLeaderAndIsClosedForTheNext() throws Exception {
		start();
		try (RawLeader failing = new RawLeader("", true)) {
			this.node.elector().follow("failing", failing.url(), 3);
			for (int i = 0; i < 5; i++) {
				assertThat(send(request("/echo/x").POST(BodyPublishers.noBody())).statusCode()).isEqualTo(503);
			}
			awaitCount(ForwardOutcome.UNREACHABLE, 5);
			HttpResponse<String> answer = send(request("/echo/x").POST(BodyPublishers.noBody()));
			assertThat(answer.statusCode()).isEqualTo(503);
			assertThat(answer.headers().firstValue("Retry-After")).hasValue("1");
			awaitCount(ForwardOutcome.CIRCUIT_OPEN, 1);
			assertThat(failing.connections()).isEqualTo(5);
		}
		this.node.follow(this.leader, 4);
		assertThat(send(request("/echo/x")).statusCode()).isEqualTo(201);
	}

	@Test
	void bodyThatTheLeaderDoesNotTakeDoesNotOpenTheCircuit() throws Exception {
		start();
		try (RawLeader refusing = new RawLeader("", true)) {
			this.node.elector().follow("refusing", refusing.url(), 3);
			for (int i = 0; i < 12; i++) {
				assertThat(send(request("/echo/x").POST(BodyPublishers.ofString("body"))).statusCode()).isEqualTo(503);
			}
			awaitCount(ForwardOutcome.UNREACHABLE, 12);
			assertThat(this.node.count(ForwardOutcome.CIRCUIT_OPEN)).isZero();
		}
	}

	@Test
	void statusOfAnAnswerDoesNotOpenTheCircuit() throws Exception {
		start();
		this.node.follow(this.leader, 3);
		for (int i = 0; i < 20; i++) {
			assertThat(send(request("/status/500")).statusCode()).isEqualTo(500);
		}
	}

	@Test
	void registryMayConfigureTheBreakers() {
		CircuitBreakerRegistry registry = CircuitBreakerRegistry.ofDefaults();
		registry.addConfiguration(ForwardBreakers.CONFIGURATION,
				CircuitBreakerConfig.custom().minimumNumberOfCalls(77).build());
		ForwardBreakers breakers = new ForwardBreakers(registry);
		assertThat(breakers.of(NodeId.of("a")).getCircuitBreakerConfig().getMinimumNumberOfCalls()).isEqualTo(77);
		assertThat(registry.find("leader-election-forward-a")).isPresent();
		assertThat(new ForwardBreakers(CircuitBreakerRegistry.ofDefaults()).of(NodeId.of("a"))
			.getCircuitBreakerConfig()
			.getMinimumNumberOfCalls()).isEqualTo(5);
	}

	@ParameterizedTest
	@ValueSource(strings = { "GET", "POST" })
	void leaderThatDoesNotAnswerInTimeIsNotAskedAgain(String method) throws Exception {
		start("leader-election.forward.time-limit=100ms");
		try (RawLeader silent = new RawLeader("", false)) {
			this.node.elector().follow("silent", silent.url(), 3);
			HttpResponse<String> answer = send(request("/echo/x").method(method, BodyPublishers.noBody()));
			assertThat(answer.statusCode()).isEqualTo(504);
			assertThat(answer.body()).contains("\"status\":504");
			awaitCount(ForwardOutcome.TIMED_OUT, 1);
			// A loaded machine may give up before it connects.
			assertThat(silent.connections()).isLessThanOrEqualTo(1);
		}
	}

	@ParameterizedTest
	@CsvSource({ "true,Transfer-Encoding: chunked,4;half;", "false,Transfer-Encoding: chunked,4;half;",
			"true,Content-Length: 8,half", "false,Content-Length: 8,half" })
	void answerThatBreaksOffIsNotTakenForAWhole(boolean closing, String length, String half) throws Exception {
		start("leader-election.forward.time-limit=" + (closing ? "1m" : "5s"));
		String answer = "HTTP/1.1 200 \r\nContent-Type: application/json\r\n" + length + "\r\n\r\n"
				+ half.replace(";", "\r\n");
		try (RawLeader broken = new RawLeader(answer, closing)) {
			this.node.elector().follow("broken", broken.url(), 3);
			String seen = RawExchange.send(this.node.port(), "GET /echo/x HTTP/1.1", "Host: h");
			assertThat(seen).contains("half").doesNotContain("{").doesNotContain("\r\n0\r\n");
			assertThat(seen.endsWith("half") || seen.endsWith("half\r\n")).as(seen).isTrue();
			awaitCount(ForwardOutcome.BROKEN_OFF, 1);
			assertThat(this.node.handlers().failures).as("exception handlers wrote nothing behind it").isEmpty();
			assertThat(broken.connections()).isEqualTo(1);
		}
	}

	@Test
	void answerOfWhichNothingWasSentYetIsReplaced() throws Exception {
		start();
		String head = "HTTP/1.1 200 \r\nCache-Control: max-age=60\r\nETag: \"v\"\r\nContent-Length: 8\r\n\r\n";
		try (RawLeader broken = new RawLeader(head, true)) {
			this.node.elector().follow("broken", broken.url(), 3);
			HttpResponse<String> answer = send(request("/echo/x"));
			assertThat(answer.statusCode()).isEqualTo(503);
			assertThat(answer.headers().firstValue("Cache-Control")).hasValue("no-store");
			assertThat(answer.headers().firstValue("ETag")).isEmpty();
			assertThat(answer.body()).contains("ended prematurely");
			awaitCount(ForwardOutcome.BROKEN_OFF, 1);
			assertThat(broken.connections()).isEqualTo(1);
		}
	}

	@Test
	void idempotentRequestThatAnOldLeaderRefusesGoesToTheNextOne() throws Exception {
		start();
		long term = 3;
		for (String method : List.of("GET", "HEAD", "OPTIONS", "PUT", "DELETE")) {
			this.leader.handlers().forget();
			try (RawLeader old = new RawLeader(REFUSAL, true)) {
				this.node.elector().follow("old", old.url(), term++);
				CompletableFuture<HttpResponse<String>> answer = sendLater(
						request("/echo/x").method(method, BodyPublishers.noBody()));
				Awaitility.await().atMost(PATIENCE).until(() -> this.node.elector().listening() == 1);
				this.node.follow(this.leader, term++);
				assertThat(answer.get(60, TimeUnit.SECONDS).statusCode()).as(method).isEqualTo(201);
				assertThat(old.connections()).isEqualTo(1);
				assertThat(this.leader.handlers().seen).hasSize(1);
			}
		}
		awaitCount(ForwardOutcome.PROXIED, 5);
	}

	@Test
	void idempotentRequestIsHandledHereIfThisNodeIsTheNextLeader() throws Exception {
		start();
		this.node.elector().follow("gone", nobody(), 3);
		CompletableFuture<HttpResponse<String>> answer = sendLater(request("/echo/x"));
		Awaitility.await().atMost(PATIENCE).until(() -> this.node.elector().listening() == 1);
		this.node.elector().lead(4);
		assertThat(answer.get(60, TimeUnit.SECONDS).body()).isEqualTo("answered by b");
		Awaitility.await().atMost(PATIENCE).until(() -> this.node.elector().work() == 0);
	}

	@Test
	void requestIsRepeatedOnlyOnce() throws Exception {
		start();
		try (RawLeader old = new RawLeader(REFUSAL, true); RawLeader older = new RawLeader(REFUSAL, true)) {
			this.node.elector().follow("old", old.url(), 3);
			CompletableFuture<HttpResponse<String>> answer = sendLater(request("/echo/x"));
			Awaitility.await().atMost(PATIENCE).until(() -> this.node.elector().listening() == 1);
			this.node.elector().follow("older", older.url(), 4);
			assertThat(answer.get(60, TimeUnit.SECONDS).statusCode()).isEqualTo(503);
			assertThat(old.connections() + older.connections()).isEqualTo(2);
		}
	}

	@Test
	void refusalIsPassedBackWhenThereIsNoOtherLeaderInTime() throws Exception {
		start("leader-election.forward.max-wait=50ms");
		try (RawLeader old = new RawLeader(REFUSAL, true)) {
			this.node.elector().follow("old", old.url(), 3);
			HttpResponse<String> answer = send(request("/echo/x"));
			assertThat(answer.statusCode()).isEqualTo(503);
			assertThat(answer.headers().firstValue(HopHeaders.NOT_LEADER)).hasValue("old");
			assertThat(old.connections()).isEqualTo(1);
		}
	}

	@ParameterizedTest
	@ValueSource(strings = { "POST", "PATCH" })
	void otherRequestsAreNeverRepeated(String method) throws Exception {
		start();
		try (RawLeader old = new RawLeader(REFUSAL, true)) {
			this.node.elector().follow("old", old.url(), 3);
			assertThat(send(request("/echo/x").method(method, BodyPublishers.noBody())).statusCode()).isEqualTo(503);
			assertThat(old.connections()).isEqualTo(1);
			awaitCount(ForwardOutcome.PROXIED, 1);
		}
	}

	@Test
	void requestWithABodyIsNeverRepeated() throws Exception {
		start();
		try (RawLeader old = new RawLeader(REFUSAL, false)) {
			this.node.elector().follow("old", old.url(), 3);
			assertThat(send(request("/echo/x").PUT(BodyPublishers.ofString("body"))).statusCode()).isEqualTo(503);
			assertThat(old.connections()).isEqualTo(1);
		}
	}

	@ParameterizedTest
	@ValueSource(strings = { "Content-Length: 3000000", "Transfer-Encoding: chunked" })
	void bodyOfAClientThatGoesAwayIsNotTakenForAWhole(String length) throws Exception {
		start();
		this.node.follow(this.leader, 3);
		Heard handlers = this.leader.handlers();
		handlers.mayRead.release(10);
		try (Socket socket = new Socket("localhost", this.node.port())) {
			StringBuilder head = new StringBuilder("POST /upload HTTP/1.1\r\nHost: h\r\n" + length + "\r\n\r\n");
			String chunk = "x".repeat(0x100000);
			head.append(length.startsWith("T") ? "100000\r\n" + chunk + "\r\n" : chunk);
			socket.getOutputStream().write(head.toString().getBytes(StandardCharsets.ISO_8859_1));
			socket.getOutputStream().flush();
			Awaitility.await().atMost(PATIENCE).until(() -> handlers.received.get() == Handlers.MEGABYTE);
		}
		awaitCount(ForwardOutcome.CLIENT_GONE, 1);
		Awaitility.await().atMost(PATIENCE).until(() -> this.leader.elector().work() == 0);
		assertThat(handlers.entered.getCount()).as("the handler did not see an end").isEqualTo(1);
		assertThat(handlers.received.get()).isEqualTo(Handlers.MEGABYTE);
		assertThat(send(request("/echo/x")).statusCode()).as("no mark against the leader").isEqualTo(201);
	}

}
