package io.github.leaderelection.internal.forward;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;

import io.github.leaderelection.autoconfigure.Standalone;
import io.github.leaderelection.internal.forward.Heard.Seen;
import io.github.leaderelection.internal.forward.message.HopHeaders;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What a follower passes on to the leader, and what it passes back.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ForwardToLeaderTests {

	FakeNode leader;

	FakeNode follower;

	private final HttpClient client = HttpClient.newHttpClient();

	@BeforeAll
	void start() {
		this.leader = FakeNode.start("a", "server.servlet.context-path=/app", "base=/app");
		this.follower = startFollower().follow(this.leader, 3);
	}

	FakeNode startFollower() {
		return FakeNode.start("b", "server.servlet.context-path=/app/b");
	}

	@AfterAll
	void stop() {
		this.follower.close();
		this.leader.close();
	}

	@BeforeEach
	void forget() {
		this.leader.handlers().forget();
	}

	private HttpRequest.Builder request(String path) {
		return HttpRequest.newBuilder(URI.create("http://localhost:" + this.follower.port() + "/app/b" + path));
	}

	private HttpResponse<String> send(HttpRequest.Builder request) throws IOException, InterruptedException {
		return this.client.send(request.build(), BodyHandlers.ofString());
	}

	String raw(String... lines) throws IOException {
		return RawExchange.send(this.follower.port(), lines);
	}

	/** Counted when all has been written, which the client may have read by then. */
	private void awaitProxied(long count) {
		Awaitility.await()
			.atMost(Standalone.PATIENCE)
			.untilAsserted(() -> assertThat(this.follower.count(ForwardOutcome.PROXIED)).isEqualTo(count));
	}

	Seen seen() {
		assertThat(this.follower.handlers().seen).isEmpty();
		assertThat(this.leader.handlers().seen).hasSize(1);
		return this.leader.handlers().seen.element();
	}

	@ParameterizedTest
	@ValueSource(strings = { "GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS" })
	void everyMethodIsPassedOnWithItsBody(String method) throws Exception {
		long before = this.follower.count(ForwardOutcome.PROXIED);
		HttpResponse<String> answer = send(request("/echo/x?y=1").method(method, BodyPublishers.ofString("body")));
		assertThat(answer.statusCode()).isEqualTo(201);
		assertThat(answer.body()).isEqualTo("answered by a");
		assertThat(answer.headers().allValues("X-Answer")).containsExactly("one", "two");
		assertThat(seen().method()).isEqualTo(method);
		assertThat(seen().uri()).isEqualTo("/app/echo/x");
		assertThat(seen().query()).isEqualTo("y=1");
		assertThat(seen().body()).isEqualTo("body");
		awaitProxied(before + 1);
	}

	@Test
	void headIsPassedOnAndAnsweredWithTheLengthOfWhatIsNotSent() throws Exception {
		HttpResponse<String> answer = send(request("/echo/x").method("HEAD", BodyPublishers.noBody()));
		assertThat(answer.statusCode()).isEqualTo(201);
		assertThat(answer.headers().firstValue("Content-Length")).hasValue("13");
		assertThat(answer.body()).isEmpty();
		assertThat(seen().method()).isEqualTo("HEAD");
	}

	@ParameterizedTest
	@ValueSource(strings = { "/echo/a%20b", "/echo/a%2Bb+c", "/echo/%C3%A4%e2%82%ac", "/echo/a;v=1/b;jsessionid=2",
			"/echo/%7euser/~user", "/echo/x?q=a+b&q=%20&empty=&flag&u=http://other/?z", "/echo/:@!$'()*,=" })
	void pathAndQueryAreSpeltAsTheClientSpeltThem(String path) throws Exception {
		String answer = raw("GET /app/b" + path + " HTTP/1.1", "Host: public");
		assertThat(answer).startsWith("HTTP/1.1 201");
		int mark = path.indexOf('?');
		assertThat(seen().uri()).isEqualTo("/app" + ((mark < 0) ? path : path.substring(0, mark)));
		assertThat(seen().query()).isEqualTo((mark < 0) ? null : path.substring(mark + 1));
	}

	@Test
	void percentSignThatStandsForItselfInAQueryIsEncoded() throws Exception {
		assertThat(raw("GET /app/b/echo/x?discount=100%&b=%zz HTTP/1.1", "Host: public")).startsWith("HTTP/1.1 201");
		assertThat(seen().query()).isEqualTo("discount=100%25&b=%25zz");
	}

	@Test
	void headersThatConcernTheConnectionEndHere() throws Exception {
		assertThat(raw("GET /app/b/echo/x HTTP/1.1", "Host: public", "Connection: keep-alive", "Keep-Alive: timeout=5",
				"TE: trailers", "Trailer: X-Late", "Proxy-Authorization: Basic eA==", "Proxy-Connection: keep-alive",
				"Proxy-Authenticate: Basic", "Upgrade: h2c"))
			.startsWith("HTTP/1.1 201");
		assertThat(seen().headers()).doesNotContainKeys("Keep-Alive", "TE", "Trailer", "Proxy-Authorization",
				"Proxy-Connection", "Proxy-Authenticate");
		assertThat(seen().header("Upgrade")).isNotEqualTo("h2c");
	}

	@Test
	void clientTakesNoOtherHeaderFromARequestByNamingItOneOfTheConnection() throws Exception {
		assertThat(raw("GET /app/b/echo/x HTTP/1.1", "Host: public", "Connection: authorization, Cookie, X-Mine",
				"Authorization: Bearer t", "Cookie: a=1", "X-Mine: 7"))
			.startsWith("HTTP/1.1 201");
		assertThat(seen().header("Authorization")).isEqualTo("Bearer t");
		assertThat(seen().header("Cookie")).isEqualTo("a=1");
		assertThat(seen().header("X-Mine")).isEqualTo("7");
		assertThat(seen().header("Connection")).doesNotContain("X-Mine");
	}

	@Test
	void otherHeadersArePassedOnAsTheyAre() throws Exception {
		assertThat(raw("GET /app/b/echo/x HTTP/1.1", "Host: public", "Authorization: Bearer t", "Cookie: a=1; b=2",
				"X-Many: one", "X-Many: two", "X-Empty:", "Accept: text/plain", "Traceparent: 00-1-2-01",
				"If-None-Match: \"v\"", "Range: bytes=0-1", "Origin: http://localhost"))
			.startsWith("HTTP/1.1 201");
		assertThat(seen().header("Authorization")).isEqualTo("Bearer t");
		assertThat(seen().header("Cookie")).isEqualTo("a=1; b=2");
		assertThat(seen().header("X-Many")).isEqualTo("one|two");
		assertThat(seen().header("X-Empty")).isEmpty();
		assertThat(seen().header("Accept")).isEqualTo("text/plain");
		assertThat(seen().header("Traceparent")).isEqualTo("00-1-2-01");
		assertThat(seen().header("If-None-Match")).isEqualTo("\"v\"");
		assertThat(seen().header("Range")).isEqualTo("bytes=0-1");
		assertThat(seen().header("Origin")).isEqualTo("http://localhost");
	}

	@Test
	void leaderIsToldTheHostTheClientAskedAndWhoForwarded() throws Exception {
		assertThat(raw("GET /app/b/echo/x HTTP/1.1", "Host: shop.example:444")).startsWith("HTTP/1.1 201");
		assertThat(seen().header("Host")).isEqualTo("localhost:" + this.leader.port());
		assertThat(seen().header("X-Forwarded-Host")).isEqualTo("shop.example:444");
		assertThat(seen().header("X-Forwarded-Port")).isEqualTo("444");
		assertThat(seen().header("X-Forwarded-Proto")).isEqualTo("http");
		assertThat(seen().header("X-Forwarded-For")).isIn("127.0.0.1", "0:0:0:0:0:0:0:1");
		assertThat(seen().header("Forwarded")).isEqualTo("none");
		assertThat(seen().header(HopHeaders.FORWARDED_BY)).isEqualTo("b");
	}

	@Test
	void tracerFollowsTheRequestToTheLeader() throws Exception {
		send(request("/echo/x").header("X-Traced", "by the client"));
		assertThat(seen().header("X-Traced")).isEqualTo("leader.election.forwarding");
	}

	@Test
	void whatProxiesBeforeHaveSaidIsKept() throws Exception {
		assertThat(raw("GET /app/b/echo/x HTTP/1.1", "Host: inner", "X-Forwarded-For: 192.0.2.7",
				"X-Forwarded-For: 10.1.1.1", "X-Forwarded-Host: shop.example", "X-Forwarded-Proto: https"))
			.startsWith("HTTP/1.1 201");
		assertThat(seen().header("X-Forwarded-For")).startsWith("192.0.2.7, 10.1.1.1, ");
		assertThat(seen().header("X-Forwarded-Host")).isEqualTo("shop.example");
		assertThat(seen().header("X-Forwarded-Proto")).isEqualTo("https");
		assertThat(seen().header("X-Forwarded-Port")).isEqualTo("none");
		assertThat(seen().header("Forwarded")).isEqualTo("none");
	}

	@Test
	void standardHeaderOfProxiesIsContinuedWhereTheyUseIt() throws Exception {
		assertThat(raw("GET /app/b/echo/x HTTP/1.1", "Host: inner:81", "Forwarded: for=192.0.2.7;proto=https"))
			.startsWith("HTTP/1.1 201");
		assertThat(seen().header("Forwarded")).startsWith("for=192.0.2.7;proto=https, for=")
			.endsWith(";host=\"inner:81\";proto=http");
		assertThat(seen().header("X-Forwarded-For")).isEqualTo("none");
		assertThat(seen().header("X-Forwarded-Host")).isEqualTo("none");
	}

	@Test
	void headersOfTheAnswerArePassedBackButForThoseOfTheConnection() throws Exception {
		HttpResponse<String> answer = send(request("/headers"));
		assertThat(answer.body()).isEqualTo("headers");
		assertThat(answer.headers().allValues("Set-Cookie")).containsExactly("a=1", "b=2");
		assertThat(answer.headers().firstValue("ETag")).hasValue("\"v1\"");
		assertThat(answer.headers().allValues("Date")).hasSize(1);
		assertThat(answer.headers().allValues("Content-Type")).hasSize(1);
		assertThat(answer.headers().firstValue("Content-Length")).hasValue("7");
		assertThat(answer.headers().map()).doesNotContainKeys("trailer", "Trailer");
		assertThat(answer.headers().allValues("Keep-Alive")).doesNotContain("timeout=5");
	}

	@ParameterizedTest
	@ValueSource(ints = { 200, 204, 304, 400, 401, 403, 404, 409, 410, 422, 429, 500, 501, 502, 503, 504 })
	void everyStatusOfTheLeaderIsPassedBackAndTriedOnce(int status) throws Exception {
		long before = this.follower.count(ForwardOutcome.PROXIED);
		HttpResponse<String> answer = send(request("/status/" + status));
		assertThat(answer.statusCode()).isEqualTo(status);
		assertThat(answer.headers().firstValue("Retry-After")).hasValue("77");
		assertThat(answer.body()).isEqualTo(List.of(204, 304).contains(status) ? "" : "status " + status);
		awaitProxied(before + 1);
	}

	@Test
	void redirectToTheLeaderItselfBecomesOneToTheNodeThatWasAsked() throws Exception {
		assertThat(send(request("/elsewhere?to=" + this.leader.url() + "/next?a=b%2526c")).headers()
			.firstValue("Location")).hasValue("/app/b/next?a=b%26c");
		assertThat(send(request("/elsewhere?to=http://other:1/next")).headers().firstValue("Location"))
			.hasValue("http://other:1/next");
		assertThat(send(request("/elsewhere?to=" + this.leader.url() + "lication/x")).headers().firstValue("Location"))
			.hasValue(this.leader.url() + "lication/x");
	}

	@ParameterizedTest
	@ValueSource(strings = { "POST", "PUT" })
	void formThatAFilterHasReadIsMadeAgain(String method) throws Exception {
		HttpResponse<String> answer = send(
				request("/form?q=1&both=query").header("Content-Type", "application/x-www-form-urlencoded")
					.method(method, BodyPublishers.ofString("name=a+b%26%C3%A4&both=form&both=&x%3Dy=%25")));
		assertThat(answer.statusCode()).isEqualTo(200);
		assertThat(answer.body()).isEqualTo("{both=[query, form, ], name=[a b&ä], q=[1], x=y=[%]}");
	}

	@Test
	void partsThatTheServerHasReadAreMadeAgain() throws Exception {
		String body = """
				--b:o
				Content-Disposition: form-data; name="name"

				Jürgen
				--b:o
				Content-Disposition: form-data; name="file"; filename="ü x.txt"
				Content-Type: text/special

				content
				--b:o--
				""".replace("\n", "\r\n");
		HttpResponse<String> answer = send(
				request("/parts").header("Content-Type", "multipart/form-data; boundary=\"b:o\"")
					.POST(BodyPublishers.ofString(body)));
		assertThat(answer.body()).isEqualTo("Jürgen ü x.txt text/special content");
	}

	@Test
	void leaderAnswersItself() throws Exception {
		HttpResponse<String> answer = this.client
			.send(HttpRequest.newBuilder(URI.create(this.leader.url() + "/echo/x")).build(), BodyHandlers.ofString());
		assertThat(answer.body()).isEqualTo("answered by a");
		assertThat(seen().header(HopHeaders.FORWARDED_BY)).isEqualTo("none");
	}

	@Test
	void bodyIsSentOnWhileItComes() throws Exception {
		int megabytes = 50;
		int ahead = 8;
		Heard handlers = this.leader.handlers();
		HttpResponse<String> answer;
		try (MeteredBody body = new MeteredBody(megabytes, (sent) -> {
			handlers.mayRead.release();
			return handlers.received.get() >= (sent - ahead) * (long) Handlers.MEGABYTE;
		})) {
			answer = send(request("/upload").POST(BodyPublishers.ofInputStream(() -> body)));
			assertThat(body.sent()).isEqualTo(megabytes);
		}
		assertThat(answer.body()).isEqualTo(String.valueOf(50L * Handlers.MEGABYTE));
	}

	@Test
	void answerIsPassedBackWhileItComes() throws Exception {
		Heard handlers = this.leader.handlers();
		HttpResponse<InputStream> answer = this.client.send(request("/download?megabytes=50").build(),
				BodyHandlers.ofInputStream());
		for (int i = 0; i < 50; i++) {
			// The leader sends no more before this much is here
			assertThat(answer.body().readNBytes(Handlers.MEGABYTE)).hasSize(Handlers.MEGABYTE);
			handlers.maySend.release();
		}
		assertThat(answer.body().read()).isEqualTo(-1);
	}

}
