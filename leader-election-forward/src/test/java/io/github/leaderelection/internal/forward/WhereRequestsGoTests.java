package io.github.leaderelection.internal.forward;

import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import io.github.leaderelection.internal.forward.message.HopHeaders;
import io.github.leaderelection.spring.LeaderElectorRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Who answers a request, with what nobody leads, and what a node refuses.
 */
class WhereRequestsGoTests extends ForwardingTests {

	private void startWithLeader(String... properties) {
		start(properties);
		this.node.follow(this.leader, 3);
	}

	private static HttpRequest.Builder to(FakeNode target, String path) {
		return HttpRequest.newBuilder(URI.create(target.url() + path));
	}

	private void awaitWaiting(int count) {
		Awaitility.await().atMost(PATIENCE).until(() -> this.node.elector().listening() == count);
	}

	private void assertRefused(HttpResponse<String> answer, ForwardOutcome why) {
		assertThat(answer.statusCode()).isEqualTo(503);
		assertThat(answer.headers().firstValue("Retry-After")).hasValue("1");
		assertThat(answer.headers().firstValue("Cache-Control")).hasValue("no-store");
		assertThat(answer.headers().firstValue("Content-Type")).hasValue("application/problem+json");
		assertThat(answer.body()).startsWith("{\"title\":\"Service Unavailable\",\"status\":503,\"detail\":\"")
			.contains("\"group\":\"default\"");
		assertThat(this.node.count(why)).isEqualTo(1);
	}

	@Test
	void requestWaitsWhileNoLeaderIsKnownAndIsServedByTheNextOne() throws Exception {
		start();
		CompletableFuture<HttpResponse<String>> answer = sendLater(
				to(this.node, "/echo/x").POST(BodyPublishers.ofString("waited")));
		awaitWaiting(1);
		this.node.elector().loseLeader();
		assertThat(answer).isNotDone();
		this.node.follow(this.leader, 3);
		assertThat(answer.get(60, TimeUnit.SECONDS).body()).isEqualTo("answered by a");
		assertThat(this.leader.handlers().seen.element().body()).isEqualTo("waited");
		awaitWaiting(0);
	}

	@Test
	void requestWaitsWhileItIsNotKnownWhereTheLeaderIs() throws Exception {
		start();
		this.leader.elector().lead(3);
		this.node.elector().follow(this.leader.id(), null, 3);
		CompletableFuture<HttpResponse<String>> answer = sendLater(to(this.node, "/echo/x"));
		awaitWaiting(1);
		assertThat(answer).isNotDone();
		this.node.elector().place(this.leader.url());
		assertThat(answer.get(60, TimeUnit.SECONDS).body()).isEqualTo("answered by a");
	}

	@Test
	void requestGoesOnWhenALeaderIsKnownThoughAListenerBlocks() throws Exception {
		start("leader-election.forward.max-wait=10m");
		CompletableFuture<HttpResponse<String>> answer = sendLater(to(this.node, "/echo/x"));
		awaitWaiting(1);
		this.leader.elector().lead(3);
		this.node.elector().followUntold(this.leader.id(), this.leader.url(), 3);
		assertThat(answer.get(60, TimeUnit.SECONDS).body()).isEqualTo("answered by a");
	}

	@Test
	void requestThatWaitedIsHandledHereIfThisNodeComesToLead() throws Exception {
		start();
		CompletableFuture<HttpResponse<String>> answer = sendLater(to(this.node, "/echo/x"));
		awaitWaiting(1);
		this.node.elector().lead(4);
		assertThat(answer.get(60, TimeUnit.SECONDS).body()).isEqualTo("answered by b");
		assertThat(this.node.count(ForwardOutcome.HANDLED)).isEqualTo(1);
	}

	@Test
	void requestIsRefusedWhenNoLeaderIsKnownInTime() throws Exception {
		start("leader-election.forward.max-wait=50ms");
		assertRefused(send(to(this.node, "/echo/x")), ForwardOutcome.NO_LEADER);
		assertThat(this.node.handlers().seen).isEmpty();
		assertThat(this.node.elector().listening()).isZero();
	}

	@Test
	void nobodyWaitsWhereThatIsSwitchedOff() throws Exception {
		start("leader-election.forward.max-wait=0s", "leader-election.forward.retry-after=1001ms");
		HttpResponse<String> answer = send(to(this.node, "/echo/x"));
		assertThat(answer.statusCode()).isEqualTo(503);
		assertThat(answer.headers().firstValue("Retry-After")).as("rounded up").hasValue("2");
	}

	@Test
	void onlySoManyRequestsWait() throws Exception {
		start("leader-election.forward.max-waiting=2");
		CompletableFuture<HttpResponse<String>> first = sendLater(to(this.node, "/echo/1"));
		CompletableFuture<HttpResponse<String>> second = sendLater(to(this.node, "/echo/2"));
		awaitWaiting(2);
		assertRefused(send(to(this.node, "/echo/3")), ForwardOutcome.CROWDED);
		this.node.elector().lead(4);
		assertThat(first.get(60, TimeUnit.SECONDS).statusCode()).isEqualTo(201);
		assertThat(second.get(60, TimeUnit.SECONDS).statusCode()).isEqualTo(201);
	}

	@Test
	void onlySoManyRequestsAreProxied() throws Exception {
		startWithLeader("leader-election.forward.max-proxied=1");
		CompletableFuture<HttpResponse<String>> first = sendLater(to(this.node, "/blocking"));
		assertThat(this.leader.handlers().entered.await(60, TimeUnit.SECONDS)).isTrue();
		assertRefused(send(to(this.node, "/echo/x")), ForwardOutcome.CROWDED);
		this.leader.handlers().released.countDown();
		assertThat(first.get(60, TimeUnit.SECONDS).body()).isEqualTo("token 7");
	}

	@Test
	void leaderThatGivesUpLeadershipHandlesNoMoreAndPassesRequestsToTheNext() throws Exception {
		start();
		this.node.elector().lead(3);
		this.node.elector().drain();
		CompletableFuture<HttpResponse<String>> answer = sendLater(to(this.node, "/echo/x"));
		awaitWaiting(1);
		this.node.follow(this.leader, 4);
		assertThat(answer.get(60, TimeUnit.SECONDS).body()).isEqualTo("answered by a");
	}

	@Test
	void handlerOfTheLeaderIsLeaderOnlyWorkUntilItHasAnswered() throws Exception {
		startWithLeader();
		long before = this.leader.count(ForwardOutcome.HANDLED);
		CompletableFuture<HttpResponse<String>> answer = sendLater(to(this.leader, "/blocking"));
		assertThat(this.leader.handlers().entered.await(60, TimeUnit.SECONDS)).isTrue();
		assertThat(this.leader.elector().work()).isEqualTo(1);
		this.leader.handlers().released.countDown();
		assertThat(answer.get(60, TimeUnit.SECONDS).body()).isEqualTo("token 7");
		Awaitility.await().atMost(PATIENCE).until(() -> this.leader.elector().work() == 0);
		assertThat(this.leader.count(ForwardOutcome.HANDLED)).isEqualTo(before + 1);
	}

	@Test
	void handlerThatAnswersLaterIsLeaderOnlyWorkUntilThen() throws Exception {
		startWithLeader();
		CompletableFuture<HttpResponse<String>> answer = sendLater(to(this.node, "/later"));
		assertThat(this.leader.handlers().entered.await(60, TimeUnit.SECONDS)).isTrue();
		assertThat(this.leader.elector().work()).isEqualTo(1);
		this.leader.elector().drain();
		this.leader.handlers().released.countDown();
		assertThat(answer.get(60, TimeUnit.SECONDS).body()).isEqualTo("later");
		Awaitility.await().atMost(PATIENCE).until(() -> this.leader.elector().work() == 0);
	}

	@Test
	void workEndsWhenTheHandlerFails() throws Exception {
		startWithLeader();
		HttpResponse<String> answer = send(to(this.leader, "/elsewhere"));
		assertThat(answer.body()).isEqualTo("handled");
		Awaitility.await().atMost(PATIENCE).until(() -> this.leader.elector().work() == 0);
	}

	@Test
	void followerRedirectsWhereItIsConfigured() throws Exception {
		startWithLeader("leader-election.forward.mode=redirect");
		HttpResponse<String> answer = send(
				to(this.node, "/echo/a%20b?q=%2B&r").POST(BodyPublishers.ofString("not read")));
		assertThat(answer.statusCode()).isEqualTo(307);
		assertThat(answer.headers().firstValue("Location")).hasValue(this.leader.url() + "/echo/a%20b?q=%2B&r");
		assertThat(answer.headers().firstValue("Cache-Control")).hasValue("no-store");
		assertThat(this.node.count(ForwardOutcome.REDIRECTED)).isEqualTo(1);
		assertThat(this.leader.handlers().seen).isEmpty();
	}

	@Test
	void hostOfTheRequestDoesNotDecideWhereItGoes() throws Exception {
		startWithLeader("leader-election.forward.mode=redirect");
		assertThat(RawExchange.send(this.node.port(), "GET /echo/x HTTP/1.1", "Host: evil.example",
				"X-Forwarded-Host: evil.example", "Forwarded: host=evil.example"))
			.contains("Location: " + this.leader.url() + "/echo/x\r\n")
			.doesNotContain("evil");
		assertThat(RawExchange.send(this.node.port(), "GET http://evil.example/echo/x HTTP/1.1", "Host: evil.example"))
			.contains("Location: " + this.leader.url() + "/echo/x\r\n")
			.doesNotContain("evil");
		assertThat(RawExchange.send(this.node.port(), "GET //evil.example/../echo/x HTTP/1.1", "Host: h"))
			.doesNotContain("Location: http://evil");
	}

	@Test
	void requestsWithoutABodyOnConnectionsThatEndAreHandledOnceEach() throws Exception {
		startWithLeader();
		int requests = 300;
		for (int i = 0; i < requests; i++) {
			assertThat(RawExchange.send(this.node.port(), "POST /echo/x HTTP/1.1", "Host: h"))
				.startsWith("HTTP/1.1 201");
		}
		assertThat(this.leader.handlers().seen).hasSize(requests);
	}

	@ParameterizedTest
	@ValueSource(
			strings = { "GET /echo/../echo/x", "GET /echo/./x", "GET /echo/%2e%2E/x", "TRACE /echo/x", "TRACE /form" })
	void whatChangesItsMeaningOnTheWayIsNotPassedOn(String request) throws Exception {
		startWithLeader();
		assertThat(RawExchange.send(this.node.port(), request + " HTTP/1.1", "Host: h")).startsWith("HTTP/1.1 4");
		assertThat(this.leader.handlers().seen).isEmpty();
		assertThat(this.node.count(ForwardOutcome.PROXIED)).isZero();
	}

	@Test
	void followerRefusesWhereItIsConfigured() throws Exception {
		startWithLeader("leader-election.forward.mode=unavailable");
		assertRefused(send(to(this.node, "/echo/x")), ForwardOutcome.UNAVAILABLE);
		assertThat(send(to(this.leader, "/echo/x")).statusCode()).isEqualTo(201);
	}

	@Test
	void handlerMayChooseForItself() throws Exception {
		startWithLeader();
		assertThat(send(to(this.node, "/redirected")).statusCode()).isEqualTo(307);
		assertRefused(send(to(this.node, "/unavailable")), ForwardOutcome.UNAVAILABLE);
		assertThat(send(to(this.node, "/echo/x")).statusCode()).isEqualTo(201);
	}

	@Test
	void forwardedRequestIsNotForwardedAgain() throws Exception {
		startWithLeader();
		HttpResponse<String> answer = send(to(this.node, "/echo/x").header(HopHeaders.FORWARDED_BY, "c"));
		assertRefused(answer, ForwardOutcome.ONE_HOP);
		assertThat(answer.body()).contains("\"leader\":\"a\"");
		assertThat(answer.headers().firstValue(HopHeaders.NOT_LEADER)).hasValue("b");
		assertThat(this.leader.handlers().seen).isEmpty();
	}

	@Test
	void forwardedRequestDoesNotWait() throws Exception {
		start("leader-election.forward.max-wait=1h");
		HttpResponse<String> answer = send(to(this.node, "/echo/x").header(HopHeaders.FORWARDED_BY, "c"));
		assertRefused(answer, ForwardOutcome.ONE_HOP);
		assertThat(answer.body()).contains("\"leader\":\"unknown\"");
	}

	@Test
	void forgedHeaderGainsNothing() throws Exception {
		startWithLeader();
		assertThat(send(to(this.leader, "/echo/x").header(HopHeaders.FORWARDED_BY, "evil")).body())
			.isEqualTo("answered by a");
		assertThat(send(to(this.node, "/plain/x").header(HopHeaders.FORWARDED_BY, "evil")).body()).isEqualTo("plain b");
		assertThat(send(to(this.node, "/echo/x").header(HopHeaders.FORWARDED_BY, "")).statusCode()).isEqualTo(503);
	}

	@Test
	void handlersWithoutTheAnnotationAnswerOnEveryNode() throws Exception {
		startWithLeader();
		assertThat(send(to(this.node, "/plain/x")).body()).isEqualTo("plain b");
		this.node.elector().loseLeader();
		assertThat(send(to(this.node, "/plain/x")).body()).isEqualTo("plain b");
	}

	@Test
	void requestIsNeverSentToThisNodeItself() throws Exception {
		start("leader-election.forward.max-wait=50ms");
		this.node.elector().follow("b", this.node.url(), 3);
		assertRefused(send(to(this.node, "/echo/x")), ForwardOutcome.NO_LEADER);
	}

	@Test
	void outcomesAreMeasuredAndWhatHasNotHappenedShowsAsZero() throws Exception {
		startWithLeader("leader-election.forward.mode=redirect");
		send(to(this.node, "/echo/x"));
		SimpleMeterRegistry meters = new SimpleMeterRegistry();
		this.node.bean(ForwardMetrics.class).bindTo(meters);
		assertThat(this.node.bean(LeaderElectorRegistry.class).groups()).containsExactly("default");
		for (ForwardOutcome outcome : ForwardOutcome.values()) {
			assertThat(meters.get("leader.election.forward")
				.tags("group", "default", "outcome", outcome.name())
				.functionCounter()
				.count()).isEqualTo((outcome == ForwardOutcome.REDIRECTED) ? 1 : 0);
		}
	}

}
