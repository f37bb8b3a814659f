package io.github.leaderelection.internal.forward;

import java.net.Socket;
import java.net.URI;
import java.net.http.HttpRequest;
import java.nio.charset.StandardCharsets;
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
