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
import org.junit.jupiter.api.TestInstance;

/**
 * A leader for all tests, and a follower that each test starts as it needs it.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class ForwardingTests {

	static final Duration PATIENCE = Duration.ofMinutes(1);

	final HttpClient client = HttpClient.newHttpClient();

	FakeNode leader;

	FakeNode node;

	@BeforeAll
	void startLeader() {
		this.leader = firstLeader();
	}

	@AfterAll
	void stopLeader() {
		this.leader.close();
	}

	@BeforeEach
	void forget() {
		this.leader.handlers().forget();
	}

	@AfterEach
	void stop() {
		if (this.node != null) {
			this.node.close();
			this.node = null;
		}
	}

	FakeNode firstLeader() {
		return FakeNode.start("a");
	}

	FakeNode follower(String... properties) {
		return FakeNode.start("b", properties);
	}

	void start(String... properties) {
		this.node = follower(properties);
	}

	HttpResponse<String> send(HttpRequest.Builder request) throws IOException, InterruptedException {
		return this.client.send(request.build(), BodyHandlers.ofString());
	}

	CompletableFuture<HttpResponse<String>> sendLater(HttpRequest.Builder request) {
		return this.client.sendAsync(request.build(), BodyHandlers.ofString());
	}

}
