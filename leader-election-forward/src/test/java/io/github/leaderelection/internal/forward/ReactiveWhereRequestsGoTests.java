package io.github.leaderelection.internal.forward;

import java.net.Socket;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Who answers a request among nodes on WebFlux.
 */
class ReactiveWhereRequestsGoTests extends WhereRequestsGoTests {

	@Override
	FakeNode firstLeader() {
		return FakeNode.startReactive("a");
	}

	@Override
	FakeNode follower(String... properties) {
		return FakeNode.startReactive("b", properties);
	}

	@Test
	void workOfAPublisherKnowsItsLeadership() throws Exception {
		start();
		this.node.elector().lead(3);
		assertThat(send(HttpRequest.newBuilder(URI.create(this.node.url() + "/deferred"))).body()).isEqualTo("token 7");
	}

	@Test
	void workEndsWhenTheClientGoes() throws Exception {
		start();
		this.node.elector().lead(3);
		try (Socket socket = new Socket("localhost", this.node.port())) {
			socket.getOutputStream()
				.write("GET /slow HTTP/1.1\r\nHost: h\r\n\r\n".getBytes(StandardCharsets.ISO_8859_1));
			assertThat(this.node.handlers().entered.await(60, TimeUnit.SECONDS)).isTrue();
			assertThat(this.node.elector().work()).isEqualTo(1);
		}
		Awaitility.await().atMost(PATIENCE).until(() -> this.node.elector().work() == 0);
	}

	@Test
	void noMoreThreadsAreHeldThanRequestsMayWaitOrBeProxied() throws Exception {
		Set<Thread> before = threads();
		start("leader-election.forward.max-waiting=1", "leader-election.forward.max-proxied=1");
		HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(this.node.url() + "/echo/x"));
		CompletableFuture<HttpResponse<String>> waiting = sendLater(request);
		Awaitility.await().atMost(PATIENCE).until(() -> this.node.elector().listening() == 1);
		List<CompletableFuture<HttpResponse<String>>> more = new ArrayList<>();
		for (int i = 0; i < 40; i++) {
			more.add(sendLater(request));
		}
		for (CompletableFuture<HttpResponse<String>> each : more) {
			HttpResponse<String> refusal = each.get(60, TimeUnit.SECONDS);
			assertThat(refusal.statusCode()).isEqualTo(503);
			assertThat(refusal.headers().firstValue("Retry-After")).hasValue("1");
		}
		assertThat(this.node.count(ForwardOutcome.CROWDED)).isEqualTo(more.size());
		Set<Thread> held = threads();
		held.removeAll(before);
		assertThat(held).hasSizeBetween(1, 2);
		this.node.elector().lead(3);
		assertThat(waiting.get(60, TimeUnit.SECONDS).statusCode()).isEqualTo(201);
	}

	private static Set<Thread> threads() {
		Set<Thread> threads = new HashSet<>(Thread.getAllStackTraces().keySet());
		threads.removeIf((thread) -> !thread.getName().startsWith("leader-election-forward-request-"));
		return threads;
	}

	@Test
	void clientThatGoesWhileItsRequestIsProxiedFreesItsThread() throws Exception {
		start("leader-election.forward.max-proxied=1");
		this.node.follow(this.leader, 3);
		try (Socket socket = new Socket("localhost", this.node.port())) {
			socket.getOutputStream()
				.write("GET /blocking HTTP/1.1\r\nHost: h\r\n\r\n".getBytes(StandardCharsets.ISO_8859_1));
			assertThat(this.leader.handlers().entered.await(60, TimeUnit.SECONDS)).isTrue();
		}
		Awaitility.await().atMost(PATIENCE).until(() -> this.node.count(ForwardOutcome.CLIENT_GONE) == 1);
		Awaitility.await().atMost(PATIENCE).until(() -> this.leader.elector().work() == 0);
		assertThat(send(HttpRequest.newBuilder(URI.create(this.node.url() + "/echo/x"))).statusCode()).isEqualTo(201);
	}

	@Test
	void placeIsFreeAgainWhenAWaitingClientGoes() throws Exception {
		start("leader-election.forward.max-waiting=1");
		try (Socket socket = new Socket("localhost", this.node.port())) {
			socket.getOutputStream()
				.write("GET /echo/x HTTP/1.1\r\nHost: h\r\n\r\n".getBytes(StandardCharsets.ISO_8859_1));
			Awaitility.await().atMost(PATIENCE).until(() -> this.node.elector().listening() == 1);
		}
		Awaitility.await().atMost(PATIENCE).until(() -> this.node.elector().listening() == 0);
		var answer = sendLater(HttpRequest.newBuilder(URI.create(this.node.url() + "/echo/y")));
		Awaitility.await().atMost(PATIENCE).until(() -> this.node.elector().listening() == 1);
		this.node.elector().lead(3);
		assertThat(answer.get(60, TimeUnit.SECONDS).statusCode()).isEqualTo(201);
		Awaitility.await().atMost(PATIENCE).until(() -> this.node.elector().work() == 0);
	}

}
