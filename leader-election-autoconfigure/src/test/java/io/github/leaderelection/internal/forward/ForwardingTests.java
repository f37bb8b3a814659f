package io.github.leaderelection.internal.forward;

import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;

/**
 * A leader for all tests, and a follower that each test starts as it needs it.
 */
abstract class ForwardingTests {

	static final Duration PATIENCE = Duration.ofMinutes(1);

	final HttpClient client = HttpClient.newHttpClient();

	static FakeNode leader;

	FakeNode node;

	@BeforeAll
	static void startLeader() {
		leader = FakeNode.start("a");
	}

	@AfterAll
	static void stopLeader() {
		leader.close();
	}

	@BeforeEach
	void forget() {
		leader.handlers().forget();
	}

	@AfterEach
	void stop() {
		if (this.node != null) {
			this.node.close();
		}
	}

	void start(String... properties) {
		this.node = FakeNode.start("b", properties);
	}

	HttpResponse<String> send(HttpRequest.Builder request) throws IOException, InterruptedException {
		return this.client.send(request.build(), BodyHandlers.ofString());
	}

	CompletableFuture<HttpResponse<String>> sendLater(HttpRequest.Builder request) {
		return this.client.sendAsync(request.build(), BodyHandlers.ofString());
	}

}
